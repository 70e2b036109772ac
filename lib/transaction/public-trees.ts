/** State trees that every indexer reads. facts/light-events.md 10. */
const PUBLIC_TREES = new Set([
  'smt1NamzXdq4AMqS2fS2F1i5KTYPZRhoHgWx38d8WsT',
  'smt2rJAFdyJJupwMKAqTNAJwvjhmiZ4JYGZmbVRw1Ho',
  'smt5uPaQT9n6b1qAkgyonmzRxtuazA53Rddwntqistc',
  'bmt1LryLZUMmF7ZtqESaw7wifBXLfXHQYoE4GAmrahU',
  'bmt2UxoBxB9xWev4BkLvkGdapsz6sZGkzViPNph7VFi',
  'bmt3ccLd4bqSVZVeCJnH1F6C8jNygAhaDfxDwePyyGb',
  'bmt4d3p1a4YQgk9PeZv5s4DBUmbF5NxqYpk9HGjQsd8',
  'bmt5yU97jC88YXTuSukYHa8Z5Bi2ZDUtmzfkDTA2mG2',
])

export function isPublicTree(tree: string): boolean {
  return PUBLIC_TREES.has(tree)
}
