"""How random generators are pickled and copied: as NumPy does, so that each reads the other's pickles."""

import numpy as np


def __bit_generator_ctor(bit_generator='MT19937'):
    """A bit generator of a class, or of a name as older pickles have it; its state follows."""
    if isinstance(bit_generator, str):
        if bit_generator not in ('MT19937', 'PCG64', 'PCG64DXSM', 'Philox', 'SFC64'):
            raise ValueError(f'{bit_generator} is not a known BitGenerator module.')
        bit_generator = getattr(np.random, bit_generator)
    return bit_generator(0)


def _seeded(bit_generator, seed_sequence):
    """A bit generator that keeps the sequence which it was seeded with."""
    return bit_generator(seed_sequence)


def _sequence(entropy, spawn_key, pool_size, children):
    return np.random.SeedSequence(entropy, spawn_key=spawn_key, pool_size=pool_size, n_children_spawned=children)


def __generator_ctor(bit_generator_name='MT19937', bit_generator_ctor=__bit_generator_ctor):
    if isinstance(bit_generator_name, np.random.BitGenerator):
        return np.random.Generator(bit_generator_name)
    return np.random.Generator(bit_generator_ctor(bit_generator_name))


def __randomstate_ctor(bit_generator_name='MT19937', bit_generator_ctor=__bit_generator_ctor):
    if isinstance(bit_generator_name, np.random.BitGenerator):
        return np.random.RandomState(bit_generator_name)
    return np.random.RandomState(bit_generator_ctor(bit_generator_name))


def reduce(random):
    if isinstance(random, np.random.BitGenerator):
        sequence = random.seed_seq
        if isinstance(sequence, np.random.SeedSequence):
            return _seeded, (type(random), sequence), random.state
        return __bit_generator_ctor, (type(random),), random.state
    if isinstance(random, np.random.Generator):
        return __generator_ctor, (random.bit_generator,), None
    if isinstance(random, np.random.RandomState):
        return __randomstate_ctor, (random._bit_generator,), random.get_state(legacy=False)
    return _sequence, (random.entropy, random.spawn_key, random.pool_size, random.n_children_spawned)


def set_state(random, state):
    if isinstance(random, np.random.BitGenerator):
        random.state = state[0] if isinstance(state, tuple) else state
    elif isinstance(random, np.random.RandomState):
        random.set_state(state)
    elif state is not None:
        random.bit_generator.state = state
