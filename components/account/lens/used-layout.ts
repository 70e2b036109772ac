import type { Idl } from '@/lib/account/idl/idl'
import type { ByteField } from '@/lib/account/lens/field'
import type { LayoutField, LayoutProblem } from '@/lib/account/lens/layout'
import type { IdlStructs } from '@/lib/api/idl'
import type { AccountItem } from '@/lib/protocol/rpc/items'

export interface UsedLayout {
  /** Source text in the URL; null: none. */
  text: string | null
  /** Also empty while loading and on parse errors. */
  fields: readonly LayoutField[]
  problems: readonly LayoutProblem[]
  /** `base`: offset where a slice of the data begins. */
  read(base64: string | undefined, base: number): readonly ByteField[]
  /** The reader's own IDL, if the text is one. A row always becomes the same row, and known structs the same object. */
  own?: {
    idl: Idl
    decode(rows: readonly AccountItem[]): { rows: readonly AccountItem[]; structs: IdlStructs }
  }
}

export const NO_LAYOUT: UsedLayout = { text: null, fields: [], problems: [], read: () => [] }
