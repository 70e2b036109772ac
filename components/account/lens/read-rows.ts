import { maxLayoutBytes, parseLayout, readLayout } from '@/lib/account/lens/layout'
import { base64Bytes } from '@/lib/format/base64'
import type { LayoutParser } from './layout-in-address'

export const layoutOf: LayoutParser = (text) => {
  const parsed = parseLayout(text)
  if (!parsed.ok) return { fields: [], problems: parsed.problems, read: () => [] }
  const { fields } = parsed
  const reach = maxLayoutBytes(fields)
  return {
    fields,
    problems: [],
    read(base64, base) {
      if (base64 === undefined) return []
      // Decodes only what the layout can reach: a row may hold a megabyte.
      const bytes = base64Bytes(base64.slice(0, Math.ceil(Math.max(0, reach - base) / 3) * 4))
      return bytes === null ? [] : readLayout(fields, bytes, base)
    },
  }
}
