def run():
    text = ""
    for i in range(300000):
        text += "x"
    parts = []
    for i in range(200000):
        parts.append(f"{i}:{i * 2:>8}")
    joined = "\n".join(parts)
    lines = joined.split("\n")
    count = 0
    for line in lines:
        if line.startswith("1") and "9" in line:
            count += len(line.replace(":", "-"))
    return len(text), len(joined), count


print(run())
