import fs from 'node:fs'
import { describe, expect, test } from 'vitest'
import { anchorOf, plainText, readInlines, readMarkdown } from './markdown'

const text = (value: string) => ({ kind: 'text', text: value })

describe('a line', () => {
  test.each([
    ['plain', [text('plain')]],
    ['', []],
    ['a `b|c` d', [text('a '), { kind: 'code', text: 'b|c' }, text(' d')]],
    ['**a `b`**', [{ kind: 'strong', inlines: [text('a '), { kind: 'code', text: 'b' }] }]],
    ['*a b*.', [{ kind: 'emphasis', inlines: [text('a b')] }, text('.')]],
    [
      '[`x`](api.md#webhook)!',
      [{ kind: 'link', href: 'api.md#webhook', inlines: [{ kind: 'code', text: 'x' }] }, text('!')],
    ],
    ['![seen](a.png)', []],
    ['2 * 3 * 4, a_b, `half', [text('2 * 3 * 4, a_b, `half')]],
    ['`**not strong**`', [{ kind: 'code', text: '**not strong**' }]],
  ])('reads %s', (line, inlines) => {
    expect(readInlines(line)).toEqual(inlines)
  })
})

describe('a text', () => {
  test('is read as blocks, each ended by what begins another', () => {
    const blocks = readMarkdown(
      '# A\none\ntwo\n- x\n  y\n- z\n\n```sh\n# code\n```\n| a | b |\n|---|---|\n| `c|d` | e |\nend',
    )
    expect(blocks).toEqual([
      { kind: 'heading', level: 1, text: 'A', id: 'a' },
      { kind: 'paragraph', inlines: [text('one two')] },
      { kind: 'list', items: [[text('x y')], [text('z')]] },
      { kind: 'code', text: '# code' },
      { kind: 'table', head: [[text('a')], [text('b')]], rows: [[[{ kind: 'code', text: 'c|d' }], [text('e')]]] },
      { kind: 'paragraph', inlines: [text('end')] },
    ])
  })

  test('makes the anchors that repository hosts make', () => {
    expect(anchorOf("An incident's permalink")).toBe('an-incidents-permalink')
    expect(anchorOf('Checks and the verdict')).toBe('checks-and-the-verdict')
  })
})

test('no mark of docs/on-call.md is left unread', () => {
  const words = (block: ReturnType<typeof readMarkdown>[number]): string[] => {
    if (block.kind === 'paragraph') return [visible(block.inlines)]
    if (block.kind === 'list') return block.items.map(visible)
    if (block.kind === 'table') return [block.head, ...block.rows].flat().map(visible)
    return block.kind === 'heading' ? [block.text] : []
  }
  const visible = (inlines: ReturnType<typeof readInlines>): string =>
    plainText(inlines.filter(({ kind }) => kind !== 'code'))
  const seen = readMarkdown(fs.readFileSync('docs/on-call.md', 'utf8')).flatMap(words)
  expect(seen.length).toBeGreaterThan(100)
  expect(seen.filter((words) => /[`|]|\]\(|\*\*|^#|^\d+\. /.test(words))).toEqual([])
})
