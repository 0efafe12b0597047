"""Heads hashed together: every one of them can be proved, and nothing else."""

from __future__ import annotations

from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import InvalidInput
from engine.merkle import Leaf, root_from, tree_of


def leaves(number: int) -> list[Leaf]:
    return [Leaf(f"s{n:03}", n + 1, f"{n:064x}") for n in range(number)]


def test_a_tree_of_one_is_its_leaf():
    (leaf,) = leaves(1)
    text = b'{"hash":"' + b"0" * 64 + b'","stream":"s000","version":1}'
    assert tree_of([leaf]).root == sha256(b"\0" + text).hexdigest()


def test_three_leaves_promote_the_odd_one():
    a, b, c = (leaf.digest() for leaf in leaves(3))
    left = sha256(b"\1" + a + b).digest()
    assert tree_of(leaves(3)).root == sha256(b"\1" + left + c).hexdigest()


def test_the_order_in_which_heads_come_is_no_matter():
    assert tree_of(leaves(7)).root == tree_of(reversed(leaves(7))).root


def test_no_heads_have_the_digest_of_nothing():
    assert tree_of([]).root == sha256(b"").hexdigest()


def test_a_stream_with_two_heads_is_refused():
    with pytest.raises(InvalidInput, match="one head"):
        tree_of([Leaf("s", 1, "0" * 64), Leaf("s", 2, "1" * 64)])


@pytest.mark.parametrize("size", range(1, 34))
def test_every_leaf_of_every_size_is_proved(size):
    tree = tree_of(leaves(size))
    for leaf in leaves(size):
        index = tree.index(leaf.stream)
        assert root_from(leaf, index, size, tree.path(index)) == tree.root
    assert tree.index("s999") is None
    assert tree.index("") is None


@given(size=st.integers(2, 40), data=st.data())
def test_no_other_place_leaf_or_path_leads_to_the_root(size, data):
    tree = tree_of(leaves(size))
    index = data.draw(st.integers(0, size - 1))
    leaf, path = tree.leaves[index], tree.path(index)
    other = data.draw(st.integers(-2, size + 2).filter(lambda n: n != index))
    assert root_from(leaf, other, size, path) != tree.root
    assert root_from(leaf._replace(version=leaf.version + 1), index, size, path) != tree.root
    assert root_from(leaf, index, size, path[:-1]) is None
    assert root_from(leaf, index, size, (*path, "0" * 64)) is None
    assert root_from(leaf, index, size, ("f" * 64, *path[1:])) != tree.root


def test_a_node_cannot_be_passed_off_as_a_leaf():
    tree = tree_of(leaves(2))
    node = b"".join(leaf.digest() for leaf in leaves(2))
    assert sha256(b"\0" + node).hexdigest() != tree.root
