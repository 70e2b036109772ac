import { layoutReach, parseLayout, readLayout } from '@/lib/account/lens/layout'
import { base64Bytes } from '@/lib/format/base64'
import type { LayoutParser } from './layout-in-address'

/** A layout's text, parsed, and how it reads a row. Loaded when an address names a layout. */
export const layoutOf: LayoutParser = (text) => {
  const parsed = parseLayout(text)
  if (!parsed.ok) return { fields: [], problems: parsed.problems, read: () => [] }
  const { fields } = parsed
  const reach = layoutReach(fields)
  return {
    fields,
    problems: [],
    read(base64, base) {
      if (base64 === undefined) return []
      // Only as much as the layout can touch: a row may hold a megabyte.
      const bytes = base64Bytes(base64.slice(0, Math.ceil(Math.max(0, reach - base) / 3) * 4))
      return bytes === null ? [] : readLayout(fields, bytes, base)
    },
  }
}
