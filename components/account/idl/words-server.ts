import type { AnswerIdl } from '@/lib/api/idl'

const claim = 'A hash proves a row’s bytes; what they mean is the claim of whoever wrote the IDL.'

export function about(idl: Exclude<AnswerIdl, { state: 'not asked' }>): string {
  switch (idl.state) {
    case 'found':
      return `Fields by ${idl.source.kind === 'file' ? 'an IDL file of this explorer’s operator' : 'the program’s own IDL'}. ${claim}`
    case 'damaged':
      return `${idl.source.kind === 'file' ? 'The IDL file of this program' : 'The program’s IDL'} cannot be read. ${idl.reason}`
    case 'absent':
      return 'No IDL of this program was found on the chain. Open a row to paste one.'
    default:
      return `The program’s IDL could not be read. ${idl.reason}`
  }
}

export const account = { 'Program Metadata': 'Program Metadata account', Anchor: 'Anchor’s IDL account' }
export const ofAuthority = 'of authority'
