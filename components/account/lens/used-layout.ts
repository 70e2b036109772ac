import type { ByteField } from '@/lib/account/lens/field'
import type { LayoutField, LayoutProblem } from '@/lib/account/lens/layout'

/** The layout that the page's address names, as far as it was read yet. */
export interface UsedLayout {
  /** As it stands in the address; null for none. */
  text: string | null
  /** Empty while there is none, while it is being read, and where it does not parse. */
  fields: readonly LayoutField[]
  problems: readonly LayoutProblem[]
  /** An account's base64 data, field by field. `base`: where a slice of it begins. */
  read(base64: string | undefined, base: number): readonly ByteField[]
}

/** An address without a layout. */
export const NO_LAYOUT: UsedLayout = { text: null, fields: [], problems: [], read: () => [] }
