import type { ByteField } from '@/lib/account/lens/field'
import type { LayoutField, LayoutProblem } from '@/lib/account/lens/layout'

export interface UsedLayout {
  /** Source text in the URL; null: none. */
  text: string | null
  /** Also empty while loading and on parse errors. */
  fields: readonly LayoutField[]
  problems: readonly LayoutProblem[]
  /** `base`: offset where a slice of the data begins. */
  read(base64: string | undefined, base: number): readonly ByteField[]
}

export const NO_LAYOUT: UsedLayout = { text: null, fields: [], problems: [], read: () => [] }
