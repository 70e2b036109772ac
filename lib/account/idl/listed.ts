import { hexOf } from '../../format/hex'

/** Compressed accounts have 8 bytes of discriminator; shorter ones are padded. facts/light-events.md 9. */
export function addListed(listed: Map<string, string[]>, bytes: Uint8Array | undefined, name: string): void {
  if (bytes === undefined || bytes.length === 0 || bytes.length > 8) return
  const padded = new Uint8Array(8)
  padded.set(bytes)
  const key = hexOf(padded, '')
  const names = listed.get(key) ?? []
  if (!names.includes(name)) listed.set(key, [...names, name])
}
