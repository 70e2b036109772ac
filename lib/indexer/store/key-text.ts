import { encodeBase58 } from '../../protocol/base58'

const KEY_BYTES = 32

const MAX_CACHED = 1_000

/** By four bytes from a place where vanity addresses are random too. */
const cached = new Map<number, { key: Uint8Array; text: string }>()
const RANDOM_AT = 16

/** For keys that many rows share: owners, trees, mints, delegates. Cached. */
export function keyText(bytes: Uint8Array, start: number): string {
  let id = 0
  for (let at = start + RANDOM_AT; at < start + RANDOM_AT + 4; at++) id = (id << 8) | (bytes[at] ?? 0)
  const known = cached.get(id)
  if (known !== undefined && holds(bytes, start, known.key)) return known.text
  if (cached.size >= MAX_CACHED) cached.clear()
  const key = bytes.slice(start, start + KEY_BYTES)
  const text = encodeBase58(key)
  cached.set(id, { key, text })
  return text
}

function holds(bytes: Uint8Array, start: number, key: Uint8Array): boolean {
  for (let i = 0; i < KEY_BYTES; i++) if (bytes[start + i] !== key[i]) return false
  return true
}
