import type { ReadUrl } from '@/lib/page/address-reader'

export function refusal(read: ReadUrl<unknown>): string[] {
  if (read.ok) throw new Error(`took it as ${JSON.stringify(read.value)}`)
  return read.invalid.map(({ name, message }) => `${name} ${message}`)
}

export function accepted<T>(read: ReadUrl<T>): T {
  if (!read.ok) throw new Error(JSON.stringify(read.invalid))
  return read.value
}
