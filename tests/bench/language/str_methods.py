def run():
    lines = ["  %d,name%d, %s ,x=%d  " % (i, i % 10, "abc" * (i % 4), i * 3) for i in range(30000)]
    total = 0
    for line in lines:
        fields = [field.strip() for field in line.strip().split(",")]
        total += int(fields[0]) + len(fields[2].upper()) + fields[1].count("a")
        key, _, value = fields[3].partition("=")
        if key == "x" and value.isdigit():
            total += int(value) & 3
        if fields[1].startswith("name") and not fields[1].endswith("9"):
            total += fields[1].find("e")
        total += len(line.replace("name", "n").title())
    text = " ".join(lines)
    vowels = 0
    for character in text[:400000]:
        if character in "aeiou":
            vowels += 1
    letters = {}
    for character in text[:300000]:
        letters[character] = letters.get(character, 0) + 1
    backwards = "".join(reversed(text[:200000]))
    palindromes = sum(1 for i in range(100000) if str(i) == str(i)[::-1])
    shifted = "".join([chr((ord(c) - 97 + 13) % 26 + 97) if "a" <= c <= "z" else c for c in text[:200000]])
    words = [word.lower().capitalize() for word in text.split()]
    return total, vowels, len(letters), backwards[:20], palindromes, shifted[:30], len(words)


print(run())
