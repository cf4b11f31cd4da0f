#!/usr/bin/python3
# SPDX-License-Identifier: ISC
"""pack_yaml.py OUT FILE...: write OUT/FILE for each FILE, a YAML catalogue, in
the form that yaml_unpack reads (base/yaml_packed.c): the program then has a
language in a tenth of the time that parsing takes.  What base/yaml.h refuses
is refused here too.
"""
import os
import sys

import yaml


class Refused(Exception):
    """What is wrong with a file, and where."""

    def __init__(self, mark, what):
        super().__init__(f"{mark.line + 1}: {what}")


class Loader(yaml.SafeLoader):
    def compose_node(self, parent, index):
        event = self.peek_event()
        if (isinstance(event, yaml.AliasEvent) or event.anchor is not None
                or getattr(event, "tag", None) is not None):
            raise Refused(event.start_mark, "anchors and tags are not allowed")
        return super().compose_node(parent, index)


def children(node):
    """Pairs of key and value, each value with the line where it begins."""
    if isinstance(node, yaml.SequenceNode):
        return [("", value, value.start_mark) for value in node.value]
    found = {}
    for name, value in node.value:
        if not isinstance(name, yaml.ScalarNode):
            raise Refused(name.start_mark, "a key must be text")
        if name.value in found:
            raise Refused(name.start_mark, f"'{name.value}' stands twice")
        found[name.value] = (name.value, value, name.start_mark)
    return found.values()


def pack(node, key, mark):
    """Its kind, its line in two bytes, its key, and what is in it; how many
    nodes that are, and how many of them are maps or lists."""
    if mark.line >= 65535:
        raise Refused(mark, "the file is too long")
    head = (mark.line + 1).to_bytes(2, "big") + key.encode() + b"\0"
    if "\0" in key:
        raise Refused(mark, "a NUL is not allowed")
    if isinstance(node, yaml.ScalarNode):
        if "\0" in node.value:
            raise Refused(mark, "a NUL is not allowed")
        kind = b"t" if node.style else b"p"
        return kind + head + node.value.encode() + b"\0", 1, 0
    kind = b"m" if isinstance(node, yaml.MappingNode) else b"l"
    inside = [pack(value, name, begin)
              for name, value, begin in children(node)]
    if len(inside) > 65535:
        raise Refused(mark, "too much in one map or list")
    return (kind + head + len(inside).to_bytes(2, "big")
            + b"".join(one for one, _, _ in inside),
            1 + sum(nodes for _, nodes, _ in inside),
            1 + sum(groups for _, _, groups in inside))


def pack_text(text):
    node = yaml.compose(text, Loader)
    if node is None:
        packed, nodes, groups = b"m\0\1\0\0\0", 1, 1
    elif not isinstance(node, yaml.MappingNode):
        raise Refused(node.start_mark, "not a map of words")
    else:
        packed, nodes, groups = pack(node, "", node.start_mark)
    return nodes.to_bytes(4, "big") + groups.to_bytes(4, "big") + packed


def main():
    out, *paths = sys.argv[1:]
    for path in paths:
        try:
            with open(path, encoding="utf-8") as f:
                packed = pack_text(f.read())
        except Refused as e:
            sys.exit(f"{path}:{e}")
        except yaml.MarkedYAMLError as e:
            sys.exit(f"{path}:{e.problem_mark.line + 1}: {e.problem}")
        except (yaml.YAMLError, ValueError) as e:
            sys.exit(f"{path}: {e}")
        target = os.path.join(out, path)
        os.makedirs(os.path.dirname(target), exist_ok=True)
        with open(target, "wb") as f:
            f.write(packed)


if __name__ == "__main__":
    main()
