import type { AnswerIdl } from '@/lib/api/idl'
import { type Cluster, searchHref } from '@/lib/page/address'
import { Identifier } from '../../ui/identifier'

/** Whose claim the field names are, or why there are none. */
export function IdlNote({ idl, cluster }: { idl: AnswerIdl | null; cluster: Cluster }) {
  if (idl === null || idl.state === 'not asked') return null
  const source = 'source' in idl && idl.source.kind !== 'file' ? idl.source : null
  return (
    <p className="mt-3 max-w-prose text-sm text-muted">
      <span>{about(idl)}</span>{' '}
      {source && (
        <>
          <span>{accounts[source.kind]}</span>{' '}
          <Identifier text={source.account} what="IDL account" href={searchHref(source.account, cluster)} short />{' '}
          {source.authority !== null && (
            <>
              <span>of authority</span>{' '}
              <Identifier text={source.authority} what="authority" href={searchHref(source.authority, cluster)} short />
            </>
          )}
        </>
      )}
    </p>
  )
}

const accounts = { 'Program Metadata': 'Program Metadata account', Anchor: 'Anchor’s IDL account' }

function about(idl: Exclude<AnswerIdl, { state: 'not asked' }>): string {
  const isFile = 'source' in idl && idl.source.kind === 'file'
  if (idl.state === 'absent') return 'No IDL of this program was found on the chain. Open a row to paste one.'
  if (idl.state === 'failed') return `The program’s IDL could not be read. ${idl.reason}`
  if (idl.state === 'damaged')
    return `${isFile ? 'The IDL file of this program' : 'The program’s IDL'} cannot be read. ${idl.reason}`
  const of = isFile ? 'an IDL file of this explorer’s operator' : 'the program’s own IDL'
  return `Fields by ${of}. A hash proves a row’s bytes; what they mean is the claim of whoever wrote the IDL.`
}
