/** Offsets count from the first byte of the whole data. */
export interface ByteField {
  name: string
  type: string
  offset: number
  length: number
  /** null: bytes are missing, or invalid for the type. */
  value: string | null
  problem?: string
  /** Of a value with several. */
  inner?: readonly ByteField[]
}
