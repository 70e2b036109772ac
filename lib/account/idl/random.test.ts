import fc from 'fast-check'
import { expect, it } from 'vitest'
import { borsh, FORMS, idlOf, type Pick, randomDefinitions, randomValue } from '../../testing/idl/shapes'
import { decode } from './decode'
import type { Idl, TypeDefinition } from './idl'
import { readIdl } from './read-idl'

/* 10,000 random structs with values, in each form of IDL; the writer shares nothing with the reader. */

it('reads what was written, and nothing else', () => {
  fc.assert(
    fc.property(fc.gen(), fc.constantFrom(...FORMS), (gen, form) => {
      const pick: Pick = (below) => gen(fc.nat, { max: below - 1 })
      const definitions = randomDefinitions(pick)
      const shape = { named: definitions.at(-1)?.name ?? '' }
      const idl = readIdl(JSON.stringify(idlOf(form, definitions)), null)
      const definition = structOf(idl, shape.named)
      const value = randomValue(shape, definitions, pick)
      const bytes = Uint8Array.from(borsh(shape, value, definitions))

      const read = decode(idl, definition, bytes)
      expect(read).toMatchObject({ ok: true })
      expect(readValue(read)).toStrictEqual(value)

      const changed = Uint8Array.from(bytes)
      if (bytes.length > 0) changed[pick(bytes.length)] = pick(256)
      const others = [bytes.subarray(0, pick(bytes.length + 1)), Uint8Array.from([...bytes, pick(256)]), changed]
      for (const other of others) {
        const found = decode(idl, definition, other)
        // Whatever it takes them for is exactly these bytes; a COption that is none may hold any.
        if (found.ok && !JSON.stringify(definitions).includes('coption')) {
          expect(borsh(shape, readValue(found), definitions)).toStrictEqual([...other])
        }
      }
    }),
    { numRuns: 4_000 },
  )
}, 120_000)

function structOf(idl: Idl, name: string): TypeDefinition {
  const found = idl.structs.get(name) ?? idl.structs.get(name.charAt(0).toLowerCase() + name.slice(1))
  if (!found) throw new Error(`no ${name}`)
  return found
}

function readValue(read: ReturnType<typeof decode>) {
  return read.ok ? Object.fromEntries(read.fields.map(({ name, value }) => [name, value])) : null
}
