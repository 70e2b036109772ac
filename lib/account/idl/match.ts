import { sha256 } from '@noble/hashes/sha2.js'
import { hexOf } from '../../format/hex'
import { capitalize, escapeInvisible } from '../../format/text'
import { type DecodedField, decode, StepBudget } from './decode'
import { addListed, type Idl } from './idl'

/* Which struct an account holds. Nothing is guessed: a discriminator names it, or the reader does. facts/idl.md 3. */

export interface NamedAccount {
  struct: string
  fields: readonly DecodedField[]
}

export type AccountReading =
  | ({ kind: 'decoded' } & NamedAccount)
  /** Its discriminator fits several structs, or none: these take the data to the last byte. */
  | { kind: 'choice'; structs: readonly string[]; isNamed: boolean }
  | { kind: 'raw'; reason: string }

/** Structs tried without a name, so that choices for a page of rows stay cheap. */
const MAX_TRIED = 100

/** @param chosen the struct the reader chose; null: by discriminator */
export function readAccount(
  idl: Idl,
  discriminator: bigint,
  bytes: Uint8Array,
  chosen: string | null,
  budget = new StepBudget(),
): AccountReading {
  budget.addRow(bytes)
  const named = chosen === null ? structsNamed(idl, discriminator) : [chosen]
  const tried = named.length > 0 ? named : [...idl.structs.keys()].slice(0, MAX_TRIED)
  const fitting: NamedAccount[] = []
  let reason = 'No struct of the IDL has this discriminator or takes these bytes.'
  for (const struct of tried) {
    const definition = idl.structs.get(struct)
    if (budget.left < 0) break
    if (!definition || definition.parameters.length > 0) continue
    const read = decode(idl, definition, bytes, budget)
    if (read.ok) fitting.push({ struct, fields: read.fields })
    else if (named.length > 0) reason = `Not a ${escapeInvisible(struct)} of today’s IDL: ${read.reason}.`
  }
  if (budget.left < 0) return { kind: 'raw', reason: 'Reading it takes too many steps.' }
  const [only, other] = fitting
  if (!only) return { kind: 'raw', reason }
  if (named.length > 0 && !other) return { kind: 'decoded', ...only }
  return { kind: 'choice', structs: fitting.map(({ struct }) => struct), isNamed: named.length > 0 }
}

/** By the names first: IDLs list a struct's discriminator as an event or as a classic account, which may differ. */
function structsNamed(idl: Idl, discriminator: bigint): readonly string[] {
  // Indexers answer it as a little-endian number.
  const bytes = new Uint8Array(8)
  new DataView(bytes.buffer).setBigUint64(0, discriminator, true)
  const wanted = hexOf(bytes, '')
  return namesOf(idl).get(wanted) ?? idl.listed.get(wanted) ?? []
}

const known = new WeakMap<Idl, ReadonlyMap<string, readonly string[]>>()

function namesOf(idl: Idl): ReadonlyMap<string, readonly string[]> {
  const before = known.get(idl)
  if (before) return before
  const found = new Map<string, string[]>()
  known.set(idl, found)
  for (const struct of idl.structs.keys()) {
    // Codama writes names in camelCase; programs hash Rust's.
    const name = idl.form === 'Codama' ? capitalize(struct) : struct
    for (const text of [name, `account:${name}`])
      addListed(found, sha256(new TextEncoder().encode(text)).subarray(0, 8), struct)
  }
  return found
}
