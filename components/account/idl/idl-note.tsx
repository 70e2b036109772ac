import type { AnswerIdl } from '@/lib/api/idl'
import { type Cluster, searchHref } from '@/lib/page/address'
import { Identifier } from '../../ui/identifier'
import * as words from './words-server'

/** Whose claim the field names are, or why there are none. */
export function IdlNote({ idl, cluster }: { idl: AnswerIdl | null; cluster: Cluster }) {
  if (idl === null || idl.state === 'not asked') return null
  const source = 'source' in idl && idl.source.kind !== 'file' ? idl.source : null
  return (
    <p className="of-rows mt-3 max-w-prose text-sm text-muted">
      <span>{words.about(idl)}</span>{' '}
      {source && (
        <>
          <span>{words.account[source.kind]}</span>{' '}
          <Identifier text={source.account} what="IDL account" href={searchHref(source.account, cluster)} short />{' '}
          {source.authority !== null && (
            <>
              <span>{words.ofAuthority}</span>{' '}
              <Identifier text={source.authority} what="authority" href={searchHref(source.authority, cluster)} short />
            </>
          )}
        </>
      )}
    </p>
  )
}
