import type { LayoutProblem } from '@/lib/account/lens/layout'
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

export const layoutRule = 'One field per line, in byte order, or the program’s IDL as JSON'
export const layoutHow = (inRows: boolean) =>
  `Name and type: u8 to u128, i8 to i128, bool, pubkey, bytes[n], text[n], option<type>; little-endian, as in Borsh. ${inRows ? 'Shown as columns of every row. ' : ''}Stored in this page’s address after the #: shareable, never sent to the server.`
export const applied = (fields: number, inRows: boolean) =>
  `Applied: ${formatCount(fields, inRows ? 'column' : 'field')}${inRows ? ' in every row' : ''}`
export const appliedIdl = 'Applied: fields by your IDL'
export const removed = 'Layout removed'
export const removeLayout = 'Remove layout'
export const ofAddress = 'The columns after the hash come from the layout in this address.'
export const ofLink = 'Field names come from this link.'
export const ofTab = 'Field names come from an IDL in this tab; it is too large for a link.'
export const notInLink = 'this link holds no IDL, because it was too large: paste it here'
export const byIdl = (struct: string, isOwn: boolean) => `${struct}, by ${isOwn ? 'your' : 'the'} IDL`
export const notByIdl = (reason: string) => `Not read by the IDL. ${reason}`
export const whichStruct = (isNamed: boolean) =>
  isNamed ? 'Its discriminator names several structs that fit:' : 'Its discriminator names no struct; these fit:'
export const values = (count: number) => formatCount(count, 'value')
export const problem = ({ line, message }: LayoutProblem) => (line > 0 ? `line ${line}: ${message}` : message)
export const notApplied = (problems: readonly LayoutProblem[]) => `Not applied: ${problems.map(problem).join('; ')}.`
