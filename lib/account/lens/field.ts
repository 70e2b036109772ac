/** A named range of an account's data and its value. Offsets count from the first byte of the whole data. */
export interface ByteField {
  name: string
  /** In the words of a layout: `u64`, `pubkey`, `bytes[8]`. */
  type: string
  offset: number
  /** In bytes. */
  length: number
  /** The value as text, every digit of it. Null where the bytes are not there, or are not what the type allows. */
  value: string | null
  /** Why there is no value. */
  problem?: string
}
