import { expect, it } from 'vitest'
import { decode, StepBudget } from './decode'
import { isIdlError } from './idl'
import { readAccount } from './match'
import { readIdl } from './read-idl'

/* Strangers write IDLs. Each of these ends within its steps, whatever bytes it meets. */

const DATA = [0, 100, 1_000].flatMap((length) => [0, 1, 255].map((byte) => new Uint8Array(length).fill(byte)))

const few = () => Object.assign(new StepBudget(), { left: 1_000 })

it.each(Object.entries(hostile()))('%s ends within its steps', (_, text) => {
  let idl: ReturnType<typeof readIdl>
  try {
    idl = readIdl(text, null)
  } catch (error) {
    expect(isIdlError(error)).toBe(true)
    return
  }
  for (const bytes of DATA) {
    for (const definition of idl.structs.values()) {
      const budget = few()
      decode(idl, definition, bytes, budget)
      expect(budget.left).toBeGreaterThanOrEqual(-5)
    }
    expect(['decoded', 'choice', 'raw']).toContain(readAccount(idl, 0n, bytes, null, few()).kind)
  }
})

it('costs many rows no more than a few steps a byte, whatever structs it offers them', () => {
  const wide = Array.from({ length: 5 }, (_, n) =>
    struct(`L${n}`, ...Array(n && 10).fill({ defined: { name: `L${n - 1}` } })),
  )
  const names = Array.from({ length: 300 }, (_, n) => `A${n}`)
  const types = [...names.map((name) => struct(name, { defined: { name: 'L4' } })), ...wide]
  const accounts = names.map((name) => ({ name, discriminator: [5] }))
  const bytes = new Uint8Array(100)
  for (const more of [{}, { accounts }]) {
    const idl = readIdl(anchor(types, more), null)
    const budget = new StepBudget()
    for (let row = 0; row < 1_000; row++) readAccount(idl, 5n, bytes, null, budget)
    expect(readAccount(idl, 5n, bytes, null, budget)).toEqual({
      kind: 'raw',
      reason: 'Reading it takes too many steps.',
    })
  }
})

it.each(['base16', 'base58', 'base64', 'utf8', 'x'])(
  'a discriminator that is no %s is refused or left out, and nothing else',
  (encoding) => {
    const constant = { type: { kind: 'bytesTypeNode' }, value: { kind: 'bytesValueNode', encoding, data: '0OIl!é' } }
    const discriminators = [{ kind: 'constantDiscriminatorNode', offset: 0, constant }]
    const accounts = [{ name: 'a', discriminators, data: { kind: 'structTypeNode', fields: [] } }]
    try {
      readIdl(JSON.stringify({ kind: 'rootNode', program: { accounts } }), null)
    } catch (error) {
      expect(isIdlError(error)).toBe(true)
    }
  },
)

it('takes names as data', () => {
  const name = '__proto__'
  const fields = [name, 'constructor', '<img src=x onerror=alert(1)>'].map((name) => ({ name, type: 'u8' }))
  const idl = readIdl(anchor([{ name, type: { kind: 'struct', fields } }]), null)
  const reading = readAccount(idl, 0n, Uint8Array.of(1, 2, 3), name)
  expect(reading).toMatchObject({ kind: 'decoded', struct: name })
  expect(Object.prototype).not.toHaveProperty('polluted')
})

function anchor(types: object[], more: object = {}): string {
  return JSON.stringify({ metadata: { name: 'x', version: '0', spec: '0.1.0' }, instructions: [], types, ...more })
}

function struct(name: string, ...types: unknown[]): object {
  return { name, type: { kind: 'struct', fields: types.map((type, index) => ({ name: `f${index}`, type })) } }
}

function hostile(): Record<string, string> {
  const found: Record<string, string> = {}
  const A = { defined: { name: 'A' } }
  const wraps: Record<string, (inner: unknown) => unknown> = {
    itself: (inner) => inner,
    option: (option) => ({ option }),
    coption: (coption) => ({ coption }),
    vec: (vec) => ({ vec }),
    array: (inner) => ({ array: [inner, 10] }),
    map: (inner) => ({ hashMap: ['u8', inner] }),
    tuple: (inner) => ({ tuple: [inner, inner] }),
  }
  for (const [name, wrap] of Object.entries(wraps)) {
    found[`cycle through ${name}`] = anchor([struct('A', wrap(A))])
    found[`cycle of two through ${name}`] = anchor([
      struct('A', wrap({ defined: { name: 'B' } })),
      struct('B', wrap(A)),
    ])
    found[`generic cycle through ${name}`] = anchor([
      {
        ...struct('A', wrap({ defined: { name: 'A', generics: [{ kind: 'type', type: { generic: 'T' } }] } })),
        generics: [{ kind: 'type', name: 'T' }],
      },
      struct('B', { defined: { name: 'A', generics: [{ kind: 'type', type: A }] } }),
    ])
    for (const depth of [10, 47, 100, 1_000, 10_000]) {
      found[`${name}, ${depth} deep`] = written(
        `{"types":[{"name":"A","type":{"kind":"struct","fields":[{"name":"a","type":@}]}}]}`,
        wrap,
        depth,
      )
    }
  }
  for (const count of [2 ** 31, 2 ** 32 - 1, 2 ** 32, 2 ** 53, 1e308, -1, 0.5, '7', null]) {
    for (const item of ['u8', 'u64', { defined: { name: 'E' } }, 'string']) {
      found[`array of ${count} ${JSON.stringify(item)}`] = anchor([struct('A', { array: [item, count] }), struct('E')])
    }
  }
  for (const item of ['E', 'F', 'G']) {
    const types = [
      struct('A', { vec: { defined: { name: item } } }),
      struct('E'),
      struct('F', { array: ['u64', 0] }),
      struct('G', { tuple: [] }),
    ]
    found[`vector of nothing, ${item}`] = anchor(types)
    found[`vector of vectors of nothing, ${item}`] = anchor([
      ...types,
      struct('V', { vec: { vec: { defined: { name: item } } } }),
    ])
  }
  for (const width of [2, 10, 100]) {
    for (const depth of [4, 40]) {
      const levels = Array.from({ length: depth }, (_, at) =>
        struct(`L${at}`, ...Array(width).fill({ defined: { name: `L${at + 1}` } })),
      )
      found[`${width} fields of ${width} fields, ${depth} deep`] = anchor([...levels, struct(`L${depth}`)])
    }
  }
  const words = '__proto__ constructor toString <script>alert(1)</script> ../../etc/passwd'.split(' ')
  const names = [...words, '', '\u202e', '\ud800', 'x'.repeat(100_000)]
  for (const name of names) {
    found[`struct named ${name.slice(0, 40)}`] = anchor([struct(name, 'u8')])
    const fields = [1, 2].map(() => ({ name, type: 'u8' }))
    found[`field named ${name.slice(0, 40)}`] = anchor([{ name: 'A', type: { kind: 'struct', fields } }])
    found[`type named ${name.slice(0, 40)}`] = anchor([
      struct('A', name, { defined: { name } }, { defined: name }, { generic: name }),
    ])
    found[`variant named ${name.slice(0, 40)}`] = anchor([
      struct('A', { defined: { name: 'K' } }),
      { name: 'K', type: { kind: 'enum', variants: [{ name }, { name }] } },
    ])
  }
  const zeros = [0, 1, 8, 9].map((length) => Array(length).fill(0))
  for (const discriminator of [...zeros, [256], [-1], ['0'], 'AAAA', { length: 8 }]) {
    const accounts = ['A', 'B', 'C'].map((name) => ({ name, discriminator }))
    found[`discriminator ${JSON.stringify(discriminator)} three times`] = anchor(
      ['A', 'B', 'C'].map((name) => struct(name, 'u8')),
      { accounts },
    )
  }
  const small =
    ' null [] 7 "x" {} {"types":7} {"types":[7,null,[],{}]} {"kind":"rootNode"} {"kind":"rootNode","program":[]}'
  const large = ['['.repeat(100_000), `{"types":"${'x'.repeat(2 ** 21)}"}`, `{"types":[${'{},'.repeat(200_000)}{}]}`]
  for (const raw of [...small.split(' '), ...large]) {
    found[`text ${raw.slice(0, 40)} of ${raw.length}`] = raw
  }
  const kinds =
    'struct array map option zeroableOption remainderOption sizePrefix fixedSize hiddenPrefix postOffset enum'
  for (const word of `${kinds} amount dateTime x`.split(' ')) {
    const kind = `${word}TypeNode`
    const link = { kind: 'definedTypeLinkNode', name: 'a' }
    const u8 = { kind: 'numberTypeNode', format: 'u8', endian: 'le' }
    for (const item of [undefined, link, u8]) {
      const members = { item, key: item, value: item, type: item, number: item, prefix: item, size: item ?? 2 ** 32 }
      const type = { kind, name: 'a', ...members, count: { kind: 'remainderCountNode' } }
      const definedTypes = [{ name: 'a', type: { kind: 'structTypeNode', fields: [{ name: 'f', type }] } }]
      found[`Codama ${kind} of ${item?.kind}`] = JSON.stringify({ kind: 'rootNode', program: { definedTypes } })
    }
  }
  return found
}

/** JSON.stringify itself would overflow. */
function written(frame: string, wrap: (inner: unknown) => unknown, depth: number): string {
  const [open = '', close = ''] = JSON.stringify(wrap('@')).split('"@"')
  return frame.replace('@', () => (close.includes('@') ? '"u8"' : `${open.repeat(depth)}"u8"${close.repeat(depth)}`))
}
