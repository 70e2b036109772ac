import { valueText } from '@/lib/account/idl/value-text'
import { formatCount, nounFor } from '@/lib/format/numbers'

export const notRead = 'not read'
export const severalFit = (structs: number) => `${formatCount(structs, 'struct')} ${nounFor(structs, 'fits', 'fit')}`
export const fits = (structs: readonly string[]) =>
  `Open the row to choose: ${structs.map((struct) => valueText(struct)).join(', ')}`
