"""In which order to contract the operands of einsum."""

import itertools

import numpy as np
from numpy._dispatch import asks_lists

__all__ = ['einsum_path']

LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'


def _from_sublists(operands):
    """Subscripts and operands of the form einsum(a, [0, 1], b, [1, 2], [0, 2])."""
    arrays, lists, rest = [], [], list(operands)
    while len(rest) >= 2:
        arrays.append(rest.pop(0))
        lists.append(rest.pop(0))
    letters = {}
    for term in lists + rest:
        for label in term:
            if label is not Ellipsis:
                letters.setdefault(label, None)
    for letter, label in zip(LETTERS, sorted(letters)):
        letters[label] = letter
    text = lambda term: ''.join('...' if label is Ellipsis else letters[label] for label in term)
    subscripts = ','.join(map(text, lists))
    return subscripts + ('->' + text(rest[0]) if rest else ''), arrays


def _parse(operands):
    """The subscripts of inputs and output with letters in the place of '...', and the operands' shapes."""
    if len(operands) == 0:
        raise ValueError('No input operands')
    if isinstance(operands[0], str):
        subscripts, arrays = operands[0].replace(' ', ''), operands[1:]
        for character in subscripts:
            if character not in '.,->' and character not in LETTERS:
                raise ValueError(f'Character {character} is not a valid symbol.')
    else:
        subscripts, arrays = _from_sublists(operands)
    if ('-' in subscripts or '>' in subscripts) and (subscripts.count('-') > 1 or subscripts.count('>') > 1 or subscripts.count('->') != 1):
        raise ValueError("Subscripts can only contain one '->'.")
    shapes = [np.shape(array) for array in arrays]
    inputs, arrow, output = subscripts.partition('->')
    terms = inputs.split(',')
    if len(terms) != len(shapes):
        raise ValueError('Number of einsum subscripts must be equal to the number of operands.')
    if '.' in subscripts:
        if subscripts.replace('...', '').count('.'):
            raise ValueError('Invalid Ellipses.')
        unused = [letter for letter in LETTERS if letter not in subscripts]
        counts = [len(shape) - len(term.replace('...', '')) if '...' in term else 0 for term, shape in zip(terms, shapes)]
        if min(counts) < 0:
            raise ValueError('Ellipses lengths do not match.')
        filled = unused[:max(counts)]
        terms = [term.replace('...', ''.join(filled[len(filled) - count:])) for term, count in zip(terms, counts)]
        output = output.replace('...', ''.join(filled))
        if not arrow:
            output = ''.join(filled)
    else:
        filled = []
    if not arrow:
        joined = ''.join(terms)
        output += ''.join(letter for letter in sorted(set(joined)) if joined.count(letter) == 1 and letter not in filled)
    for letter in output:
        if output.count(letter) != 1:
            raise ValueError(f'Output character {letter} appeared more than once in the output.')
        if letter not in ''.join(terms):
            raise ValueError(f'Output character {letter} did not appear in the input')
    return terms, output, shapes


def _size(letters, sizes):
    product = 1
    for letter in letters:
        product *= sizes[letter]
    return product


def _cost(letters, sums, terms, sizes):
    """So many operations for all combinations of the letters; `sums`: something is added up."""
    return _size(letters, sizes) * (max(1, terms - 1) + bool(sums))


def _contract(positions, sets, output):
    """What a contraction leaves: its result's letters, all sets after it, what it sums over, what it walks."""
    walked, needed, rest = set(), set(output), []
    for place, letters in enumerate(sets):
        if place in positions:
            walked |= letters
        else:
            rest.append(letters)
            needed |= letters
    result = needed & walked
    return result, rest + [result], walked - result, walked


def _optimal(sets, output, sizes, limit):
    """The cheapest of all orders of pairs."""
    found = [(0, [], sets)]
    for step in range(len(sets) - 1):
        more = []
        for cost, path, rest in found:
            for pair in itertools.combinations(range(len(sets) - step), 2):
                result, after, summed, walked = _contract(pair, rest, output)
                if _size(result, sizes) <= limit:
                    more.append((cost + _cost(walked, summed, 2, sizes), path + [pair], after))
        if not more:
            return min(found, key=lambda entry: entry[0])[1] + [tuple(range(len(sets) - step))]
        found = more
    return min(found, key=lambda entry: entry[0])[1]


def _greedy(sets, output, sizes, limit):
    """Always the pair that makes the most of what there is go away."""
    if len(sets) < 3:
        return [tuple(range(len(sets)))]
    everything = _contract(range(len(sets)), sets, output)
    naive, spent, path = _cost(everything[3], everything[2], len(sets), sizes), 0, []

    def rated(pair):
        result, after, summed, walked = _contract(pair, sets, output)
        size = _size(result, sizes)
        cost = _cost(walked, summed, 2, sizes)
        if size > limit or spent + cost > naive:
            return None
        return (size - sum(_size(sets[place], sizes) for place in pair), cost), pair
    known = {}
    for _ in range(len(sets) - 1):
        count = len(sets)
        new = range(count) if not path else [count - 1]
        for pair in itertools.combinations(range(count), 2):
            if pair[1] in new and pair not in known and not sets[pair[0]].isdisjoint(sets[pair[1]]):
                entry = rated(pair)
                if entry:
                    known[pair] = entry[0]
        if not known:
            for pair in itertools.combinations(range(count), 2):
                entry = rated(pair)
                if entry:
                    known[pair] = entry[0]
            if not known:
                path.append(tuple(range(count)))
                break
        best = min(known, key=known.get)
        path.append(best)
        spent += known[best][1]
        sets = _contract(best, sets, output)[1]
        moved = lambda place: place - (place > best[0]) - (place > best[1])
        known = {(moved(a), moved(b)): rate for (a, b), rate in known.items() if a not in best and b not in best}
    return path


@asks_lists
def einsum_path(*operands, optimize='greedy', einsum_call=False):
    """The order in which einsum's operands are best contracted, and a text about what that saves.

    optimize: 'greedy', 'optimal', either with a limit of elements for what lies in between, a path, or False for one step.

    >>> einsum_path('ij,jk,kl->il', np.ones((2, 2)), np.ones((2, 5)), np.ones((5, 2)))[0]
    ['einsum_path', (1, 2), (0, 1)]
    """
    how = 'greedy' if optimize is True else False if optimize is None else optimize
    limit, given = None, None
    if how is False or isinstance(how, str):
        pass
    elif len(how) and how[0] == 'einsum_path':
        given = list(how[1:])
    elif len(how) == 2 and isinstance(how[0], str) and isinstance(how[1], (int, float)):
        how, limit = how[0], int(how[1])
    else:
        raise TypeError(f'Did not understand the path: {how}')
    terms, output, shapes = _parse(operands)
    sizes = {}
    for place, (term, shape) in enumerate(zip(terms, shapes)):
        if len(shape) != len(term):
            raise ValueError(f'Einstein sum subscript {",".join(terms)[place]} does not contain the correct number of indices for operand {place}.')
        for letter, extent in zip(term, shape):
            if sizes.get(letter, 1) == 1:
                sizes[letter] = extent
            elif extent not in (1, sizes[letter]):
                raise ValueError(f"Size of label '{letter}' for operand {place} ({sizes[letter]}) does not match previous terms ({extent}).")
    sets, letters = [set(term) for term in terms], set().union(*map(set, terms))
    if limit is None:
        limit = max(_size(term, sizes) for term in terms + [output])
    naive = _cost(letters, sum(map(len, sets)) > len(letters), len(terms), sizes)
    if given is not None:
        path = given
    elif how is False or len(terms) in (1, 2) or letters == set(output):
        path = [tuple(range(len(terms)))]
    elif how in ('greedy', 'optimal'):
        path = (_greedy if how == 'greedy' else _optimal)(sets, set(output), sizes, limit)
    else:
        raise KeyError('Path name %s not found', how)
    rows, total, largest, widest, left = [], 0, 0, 0, list(terms)
    for step, positions in enumerate(path):
        positions = tuple(sorted(positions, reverse=True))
        result, sets, summed, walked = _contract(positions, sets, set(output))
        total += _cost(walked, summed, len(positions), sizes)
        largest, widest = max(largest, _size(result, sizes)), max(widest, len(walked))
        taken = [left.pop(place) for place in positions]
        name = output if step == len(path) - 1 else ''.join(letter for size, letter in sorted((sizes[letter], letter) for letter in result))
        left.append(name)
        rows.append((len(walked), f"{','.join(taken)}->{name}", f"{','.join(left)}->{output}"))
    if given is not None and len(left) != 1:
        raise RuntimeError(f'Invalid einsum_path is specified: {len(left) - 1} more operands has to be contracted.')
    total += 1
    line = '-' * 74
    text = (f"  Complete contraction:  {','.join(terms)}->{output}\n         Naive scaling:  {len(letters)}\n     Optimized scaling:  {widest}\n"
            f'      Naive FLOP count:  {naive:.3e}\n  Optimized FLOP count:  {total:.3e}\n   Theoretical speedup:  {naive / total:3.3f}\n'
            f'  Largest intermediate:  {largest:.3e} elements\n{line}\n{"scaling":>6s} {"current":>24s} {"remaining":>40s}\n{line}')
    for scale, current, rest in rows:
        text += f'\n{scale:4d}    {current:>24s} {rest:>40s}'
    return ['einsum_path'] + path, text
