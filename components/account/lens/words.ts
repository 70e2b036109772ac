import { formatCount, groupDigits } from '@/lib/format/numbers'

/* Of the byte lens, loaded when it is first seen. */

export const dataOf = (bytes: number, sliceFrom: number | null) =>
  `Data, ${formatCount(bytes, 'byte')} ${sliceFrom === null ? 'after the discriminator' : `from byte ${groupDigits(sliceFrom)} (slice)`}`
export const range = (offset: number, length: number) =>
  length === 1
    ? `Byte ${groupDigits(offset)}`
    : `Bytes ${groupDigits(offset)} to ${groupDigits(offset + length - 1)}, ${groupDigits(length)} bytes`
export const extendHow = 'The next byte you select ends the range. Or drag, or hold Shift with the arrow keys.'
export const selectLast = 'Select the last byte'
export const copied = (isDone: boolean, encoding: string) =>
  isDone ? `Copied as ${encoding}` : 'The browser blocked copying'
export const searchLimit = (bytes: number) => `Search takes at most ${bytes} bytes`
export const findOthers = 'Find accounts with these bytes'
export const onlyThese = 'Show only these bytes'
export const valuesAt = (byte: number) => `At byte ${groupDigits(byte)}, little-endian`
export const slicedToken = 'Token account, but only a slice of its data is loaded: fields are not decoded.'
export const unknownFormat = 'Unknown format: only the owner’s program defines it. Write a layout below.'

export const layoutRule = 'One field per line, in byte order'
export const layoutHow = (inRows: boolean) =>
  `Name and type: u8 to u128, i8 to i128, bool, pubkey, bytes[n], text[n], option<type>; little-endian, as in Borsh. ${inRows ? 'Shown as columns of every row. ' : ''}Stored in this page’s address after the #: shareable, never sent to the server.`
export const applied = (fields: number, inRows: boolean) =>
  `Applied: ${formatCount(fields, inRows ? 'column' : 'field')}${inRows ? ' in every row' : ''}`
export const removed = 'Layout removed'
export const removeLayout = 'Remove layout'
export const ofAddress = 'The columns after the hash come from the layout in this address.'
export const notApplied = (problems: readonly { line: number; message: string }[]) =>
  `Layout not applied: ${problems.map(({ line, message }) => `line ${line}: ${message}`).join('; ')}.`
