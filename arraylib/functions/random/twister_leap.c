/* Leaping of the Mersenne Twister: 2^128 words ahead.
 *
 * The next state is a linear function T of this one, over bits, so T^n is a polynomial in T: the remainder of x^n by the polynomial that T
 * satisfies, which has the degree 19937. For n = 2^128 it follows from 128 squarings; its coefficients stand below, 64 in a word, the lowest
 * first. A leap evaluates it at T by Horner's rule: about 20,000 steps, each with or without adding the state. */
#include "arraylib/functions/random/bits.h"

#include <string.h>

static const uint64_t leap[] = {
    0xb5709ec472de3963ull, 0xa823f8e588279bb6ull, 0x041f225926d83e59ull, 0x8b521777e7fdbb15ull, 0xbf2812d548b5e756ull, 0x0b4849aae4b0adb9ull,
    0xe96d39ce3e928b83ull, 0x09eaf2e8af6131d3ull, 0xc1814c7b33548456ull, 0xfebd07bc893a7c83ull, 0x5147dcbf01bd8267ull, 0x9afef574e2a67de6ull,
    0xf0d3decab8334d09ull, 0xd884703b5561fd58ull, 0xb39b8f42ef5c803bull, 0xd61cfed320dfb761ull, 0x47416177cf5f3e5bull, 0x8ea9cfab8e8442e9ull,
    0x60ddf78d585d0ec0ull, 0xf0f7d60e2c9b8528ull, 0xca3ee37db2bb3bfcull, 0x870ed96981c9e659ull, 0xce5248519573a0deull, 0x73cda5ed77683b94ull,
    0xf43b956c56bcfcbcull, 0xbf04b4001f91de14ull, 0x1d8598319438c481ull, 0x9d97aed5ca6ae0a2ull, 0xe75c95199e464218ull, 0xcd43455c253c5486ull,
    0x7f8282d473b5ccd8ull, 0x192ddf99c8cacd44ull, 0x5288b589d6be8546ull, 0x9819557fb4f26ca7ull, 0x03e73d28200570ebull, 0x78a114c9264acc04ull,
    0x42eee89795f0fb7bull, 0x67e751e8abcc80c2ull, 0x140e87ef1330cc85ull, 0xd3f8525e913b9a96ull, 0x1ba1158f3ee3d205ull, 0x1f6aa87d2c4cdb89ull,
    0x878b32239b5e9a3aull, 0xa48c7778a498c3edull, 0x1d08f055974ac066ull, 0xd6de80e9c8a08242ull, 0x2892ce4ca1cf0b40ull, 0x604168ae842731c7ull,
    0xbecff8b2dd23ee6dull, 0xa4369751dfac7287ull, 0x4a5840d9ba8bc89dull, 0xf53bdbeda7a58582ull, 0xa4149d1ccfba4997ull, 0xf2c72905d5c66fc3ull,
    0xae4d8e96ce68ad39ull, 0xc588f396f213a9b5ull, 0x2c618d4e9d6116bbull, 0xebfb61f3b34420d1ull, 0xcbdca6f23b702ed7ull, 0xbe2833957cb78166ull,
    0x20c0d09603a2436aull, 0xbf49b815e190aa6full, 0x9b45b90349d78dc3ull, 0x67eb90e30aa4c4c8ull, 0x7f5ceab1f32b13f0ull, 0x641eaedbccc48294ull,
    0x80b553586d6aafb6ull, 0xf1fa779a72b55832ull, 0x8992aefd3b60af74ull, 0x283594724fa609f2ull, 0x527dc1a961e7aaf1ull, 0xbcad693f834e8087ull,
    0x95171796c9ca3bf6ull, 0xb7d367759f41164aull, 0x5c77677bcf20cf3bull, 0x47dfd69ff4765b01ull, 0xd708247fd90d6e15ull, 0xad7996285fe95113ull,
    0xfcfb0ce2c627f9f2ull, 0x4b0033800f2441ceull, 0x50fa780b72161100ull, 0xb71ca8b71f72b11aull, 0x5475baceffab42fdull, 0x356eef7891c28b39ull,
    0xdc80086d1441c9c3ull, 0xb5c30ec996c47491ull, 0xa9321adda254e42dull, 0xc30bee5b963a3612ull, 0xdf141323635c75c7ull, 0x8926e38f38308f58ull,
    0x897754d871b69592ull, 0x5bc061743cddde5eull, 0xbebb80a7ad520904ull, 0xd91d5d335cc284d4ull, 0x11090e418c6ba748ull, 0x462cffbc33bb9929ull,
    0xefc68605c42a508eull, 0x230e6cd9602a3a14ull, 0x49b8eb3126c6f9f4ull, 0x7c49e7a451bd358full, 0x1910bb3947b592cbull, 0xad0ca5183ced6a5bull,
    0xd98ca57993461dcbull, 0xecc5cb659526948eull, 0x0bddc87dfd1a431bull, 0x7d9820ac5d694024ull, 0x716c1ae1ffeb5538ull, 0x04f8ed8613cffb2full,
    0x1b32eb97d777f039ull, 0x893da4ee87c1a95full, 0x965118d4c235f16cull, 0xf99023e2e87994baull, 0x891268a5bb8c4545ull, 0x4d163861e7cf46b4ull,
    0xca688c0e0b2c5681ull, 0xb86346b536702e5full, 0x72a6013755e311bbull, 0x47d10e13142fdc5cull, 0xac088c30a34ce0cbull, 0x4d79a2e88f9503feull,
    0x02b4c095937670c7ull, 0x080533c020f8f5e0ull, 0xab1d0c2581fe8f32ull, 0xb601bb28048f776dull, 0xf8b8e16e96004a47ull, 0x4a9fa0426862af7bull,
    0x54384ad4b0b6f662ull, 0x81670a57a350c0eeull, 0x3a2c282026061dc1ull, 0xb9749667b575f899ull, 0xaa853838738dfc2aull, 0xa53a92a400ccc442ull,
    0xbdc8cfa2cfaf5a3eull, 0x529fee9d09884265ull, 0x966c709ea4d7f84full, 0xd14265d44c80bc42ull, 0xb23c2aedf5ebe7f3ull, 0xb7d47c42804523f1ull,
    0x73370568a7cb0aa9ull, 0x66158a1e06d90ac5ull, 0xc4a3898c9805c7adull, 0x7fc536907890addeull, 0xc5427e0885c39b20ull, 0x2fba05edc0c864f8ull,
    0x210ad2bfc365017aull, 0x609ca0038ffb95eaull, 0x84e663c48e6c4f72ull, 0x753c1ca83c110562ull, 0x48642afc8700b723ull, 0xcef1123e14ac952cull,
    0xf075b8b8ed84973cull, 0xf00a255a0ceac5c9ull, 0x7e77e0dadfcd487cull, 0x0071cb978be5750cull, 0x28c4386f560827feull, 0xbf6b3ad6af4049f0ull,
    0x2e3006d1a911aaddull, 0x2e8489f95eb5bb74ull, 0x84278164c36fb83dull, 0x61e0e6be82302b47ull, 0x11b59c560422260eull, 0x9cd5ecaae4f20c9cull,
    0x9bc72523f866e2daull, 0x816f533c52c41667ull, 0xa0dbff9e47a3235eull, 0xea9ca5a30c62a756ull, 0xc51267e9de0761a6ull, 0xf28b88663eed2af6ull,
    0xfd769663695ed01full, 0xbc47fcdf9065af4eull, 0x424e389cdfca6259ull, 0xbb03335e166c2c1bull, 0xc4be33dd2a73a1a1ull, 0x45746bc2e690d058ull,
    0x07d38d7f94b43407ull, 0x74b851e460854fb3ull, 0xd99df507db3d2ac2ull, 0x5d6c254c86d3323bull, 0xb4dd303282bfac22ull, 0xb7261a5fb27e023bull,
    0x40f361bf34fe8179ull, 0xe716500e6c9e7858ull, 0x35c6ee0b65873b06ull, 0xe4c5d4fcfb2864e7ull, 0x858ee284281901c6ull, 0x44803a65e5fca3cdull,
    0xf9f41e41f850f7f6ull, 0x87cbf3c965eb5539ull, 0xae056412be2f8074ull, 0xd8fe916f3c5cb955ull, 0xd18ccb5eaec289dfull, 0x446157f20eef81bfull,
    0xde9821754690364aull, 0xd094591bc1597ea0ull, 0x79676e7ab1ed3e17ull, 0xa283bdf6c495ebc1ull, 0x6a06b25c648c3570ull, 0x0deb138c398b0580ull,
    0x4e3d096ae51108edull, 0xafde012b1dda7416ull, 0xcb001892722f0317ull, 0x82d756d223875cf7ull, 0x2091ce44c99114deull, 0x8a944ef9d24757b4ull,
    0xedf8f12b8594145aull, 0xf30c0ce9998c4affull, 0xba657a589ce601a0ull, 0x94e6ec8d36a851ddull, 0x86ada470ed46b938ull, 0x46c714b9409b507dull,
    0xb628043e05c862a8ull, 0x8d763a8c7ac4a188ull, 0x7f5ba7970adc18b6ull, 0x5db4bc6b69073599ull, 0x3d087e22444d59d3ull, 0x61466f51e9c04e89ull,
    0x151fd405548aa4e6ull, 0x6090566191555389ull, 0x3e3c85615e8d5619ull, 0x2491156c39c6b81cull, 0x17b4d42cfc2fd4a6ull, 0x2bd704cf82c9bcf9ull,
    0x054032407b2568ecull, 0x7e037b6b5d2268d9ull, 0x231f10e7d86bec7aull, 0x964f8501ba016830ull, 0x9873c321a3b7321full, 0xa5a250e1350ac2ddull,
    0xc738d24726578385ull, 0xcd33873c012541caull, 0xd0cdc82cc5907f19ull, 0x5656cca45c2b540aull, 0xa3d987b81f887dd1ull, 0x06a2847883e7fe48ull,
    0x465f2df8945682dbull, 0xfac8ffbc9b494ce1ull, 0xb12ac825598f39cdull, 0x3e5c217efa99231bull, 0xe550fdba3b2d8ba2ull, 0x846a67338e510006ull,
    0xee48a9263e573194ull, 0x41c394c85ccd36bdull, 0xa19b67f210a79620ull, 0x8a285c068b3fd2a6ull, 0x3637050a3a1797d9ull, 0x7295647e63dfca07ull,
    0xbe8e76017a7b3bbaull, 0x3c1e511aea660549ull, 0x06c40c25c7a1931aull, 0x7d1886643796cf70ull, 0xb9f70031ccd9fa38ull, 0x87fe9735601e2c75ull,
    0xef645dd6f8cd68b0ull, 0x535d71387d05b323ull, 0x90327a265c02f47full, 0xabd5ea2563ecd3b2ull, 0x302c164101624325ull, 0x1cdfa6bcdbfbeb93ull,
    0xb15987ed866519a2ull, 0x0c31ec84113296f1ull, 0xb4132090232a35b2ull, 0x535172e392d0c3c5ull, 0xfc24a0a9095ffccbull, 0x2546326e932c038eull,
    0x1bbafc54ccc15e47ull, 0xa84866303cf2a838ull, 0x8405b4ae1057e025ull, 0x1eec4c73da36738dull, 0x4f9ff10488b30f90ull, 0x6eab7da885eea780ull,
    0x6fe9593d40d9fdbeull, 0x65606c0c3c850d3cull, 0x70308a34b078a231ull, 0x6d9a7cbe635af9bdull, 0x63660519ed73ee32ull, 0x0e62955f1701dd8dull,
    0x9cb66a13180db0e9ull, 0x78fb88aad3c2cd3eull, 0xa2859c5285fdbe48ull, 0x902ffd419579f8f8ull, 0x1f5e048a4b7c6a7bull, 0x706d24958e262d89ull,
    0x816d7f42ebbbd878ull, 0x3e6cc58a88cdfbf1ull, 0xaa7dfafd754a64abull, 0xb63cd2f7e98d0a02ull, 0x72c5b57f38c8c85cull, 0xe479da34b97f2b0aull,
    0x7c86232a553e33f7ull, 0xedc6266db35cc8f8ull, 0x14b7f688ca67e7feull, 0xb3d3d66f072d997bull, 0x121005b9528c6a42ull, 0x87d31f390df2b622ull,
    0xedaedb3712ce5fd4ull, 0x8e53ff2549dec2f4ull, 0x764041aae79e435aull, 0xb359bd5e29a3ee70ull, 0x303acd045aa2b047ull, 0x165795c2b82a2d07ull,
    0x950faac1a64ab733ull, 0xff195e03dfa2861full, 0x5eb360ec8cd6e865ull, 0x19e1a74d639cb063ull, 0x775c20d67ec12528ull, 0x08722d7fa44c4ddfull,
    0x83d145bcb0c92d32ull, 0x73da60e43b2207e8ull, 0x962813b9a13d0929ull, 0xeb6572d6738f420bull, 0x80a4a0ef151a52caull, 0x0000000023eee457ull,
};
enum { DEGREE = 19933, WORDS = TWISTER_WORDS, MIDDLE = 397 };

/* One word further: the word at `at` is the oldest. */
static void step(uint32_t *words, int at) {
    int next = at + 1 == WORDS ? 0 : at + 1, middle = at + MIDDLE >= WORDS ? at + MIDDLE - WORDS : at + MIDDLE;
    uint32_t y = (words[at] & 0x80000000u) | (words[next] & 0x7fffffffu);
    words[at] = words[middle] ^ y >> 1 ^ (-(y & 1) & 0x9908b0dfu);
}

void twister_leap(BitStream *stream) {
    uint32_t given[WORDS], sum[WORDS] = {0};
    /* As NumPy, which takes the words before the next one for the newest wherever the next one is. */
    int oldest = stream->twister.at % WORDS, at = 0;
    for (int i = 0; i < WORDS; i++) given[i] = stream->twister.words[(oldest + i) % WORDS];
    for (int i = DEGREE; i >= 0; i--) {
        if (i < DEGREE) {
            step(sum, at);
            at = at + 1 == WORDS ? 0 : at + 1;
        }
        if (!(leap[i / 64] >> i % 64 & 1)) continue;
        for (int k = 0; k < WORDS; k++) sum[at + k < WORDS ? at + k : at + k - WORDS] ^= given[k];
    }
    /* The words stay in their places in the ring, and the place of the next one has gone on by as many as there were steps. */
    int next = (oldest + DEGREE) % WORDS;
    for (int i = 0; i < WORDS; i++) stream->twister.words[(next + i) % WORDS] = sum[(at + i) % WORDS];
    stream->twister.at = next;
}
