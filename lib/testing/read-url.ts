import type { ReadUrl } from '@/lib/page/address-reader'

/** What is wrong with an address, `<name> <message>` for each parameter. */
export function refusal(read: ReadUrl<unknown>): string[] {
  if (read.ok) throw new Error(`took it as ${JSON.stringify(read.value)}`)
  return read.invalid.map(({ name, message }) => `${name} ${message}`)
}

/** What an address says. */
export function accepted<T>(read: ReadUrl<T>): T {
  if (!read.ok) throw new Error(JSON.stringify(read.invalid))
  return read.value
}
