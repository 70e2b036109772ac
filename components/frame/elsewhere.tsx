import { Fragment } from 'react'
import { type Cluster, type ExplorerKind, explorersFor, helpHref } from '@/lib/page/address'
import { Link } from '../ui/link'
import * as words from './words-server'

const MAINNET = { name: 'mainnet-beta', linksOut: true }

/** Below "no results": the network that was searched, and where else to look. What people paste is mostly mainnet's. */
export function Elsewhere({
  network,
  kind,
  text,
  cluster,
  hasHead = true,
}: {
  network: { name: string; linksOut: boolean; about: unknown }
  /** null: no explorer knows such a text. */
  kind: ExplorerKind | null
  text: string
  cluster: Cluster
  /** True: on a public network the page's head has the same links. */
  hasHead?: boolean
}) {
  const { name, linksOut, about } = network
  const explorers = kind === null || (hasHead && linksOut) ? [] : explorersFor(linksOut ? network : MAINNET, kind, text)
  const connect = `${helpHref(cluster)}#connect`
  return (
    <p className="mt-3 max-w-prose text-sm">
      <span>{words.nothingFound(name, Boolean(about))}</span>{' '}
      {explorers.length === 0 ? (
        <Link href={connect}>{words.connect}</Link>
      ) : (
        <>
          <span>{words.lookIn(linksOut)}</span>{' '}
          {explorers.map(({ name: explorer, href }) => (
            <Fragment key={href}>
              <a href={href} rel="noopener noreferrer">
                {explorer}
              </a>
              <span>, </span>
            </Fragment>
          ))}
          <span>or</span> <Link href={connect}>{words.orConnect}</Link>
        </>
      )}
    </p>
  )
}
