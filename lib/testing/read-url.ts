import type { UrlResult } from '@/lib/page/url-reader'

export function refusal(read: UrlResult<unknown>): string[] {
  if (read.ok) throw new Error(`took it as ${JSON.stringify(read.value)}`)
  return read.invalid.map(({ name, message }) => `${name} ${message}`)
}

export function accepted<T>(read: UrlResult<T>): T {
  if (!read.ok) throw new Error(JSON.stringify(read.invalid))
  return read.value
}
