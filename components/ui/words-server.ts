import { formatCount } from '@/lib/format/numbers'

/* Of notes about proofs and invalid links. */

export const wrongRows = 'Wrong rows'
export const wrongRowsAbout =
  'Rows marked “wrong” do not match their hashes: the indexer altered or mixed up their fields, or they were damaged on the way. Do not rely on them. The open row names what differs.'
export const matches = 'Content matches the hash.'
export const unknown = 'Unknown whether all of it does.'
export const notChecked = (rows: number) => `${formatCount(rows, 'row')} not checked yet.`
export const checkAgain = 'Check again'
export const proofAbout = 'A hash proves content, not membership in the state tree.'
export const aboutProof = 'About proof'
export const inBaseUnits = (detail: string) =>
  `Some amounts are in base units, because the decimals of their mints could not be read. ${detail}`

export const invalidLink = 'Invalid link'
export const didYouMean = 'Did you mean'
export const fixLink = 'Nothing was requested. Fix the link, or use the search.'
