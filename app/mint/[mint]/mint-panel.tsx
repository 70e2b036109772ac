import { Fact } from '@/components/account/fact'
import { NoChainNode } from '@/components/frame/no-chain-node'
import { ExactTokens } from '@/components/ui/exact-tokens'
import { CopyButton, Identifier } from '@/components/ui/identifier'
import { KnownName } from '@/components/ui/known-name'
import { Notice } from '@/components/ui/notice'
import { StateNotice } from '@/components/ui/state-notice'
import { MAX_DECIMALS } from '@/lib/account/mints/contract'
import { describeExtensions } from '@/lib/account/mints/mint-extensions'
import type { MintState } from '@/lib/account/mints/mint-state'
import type { MintFacts } from '@/lib/account/mints/read-mints'
import type { Result } from '@/lib/api/result'
import { escapeInvisible } from '@/lib/format/text'
import type { Cluster } from '@/lib/page/address'
import { TOKEN_PROGRAM } from '@/lib/protocol/light/token-program'
import { walletHref } from '@/lib/wallet/address'
import * as words from './words'

type Loaded = Result<MintState> | 'not configured' | 'crawler'

interface PanelProps {
  /** True where the indexer's recording answers in place of a node: it holds mints, and no other accounts. */
  isRecorded: boolean
  cluster: Cluster
}

export function MintClaims({ state }: { state: Loaded }) {
  const mint = typeof state === 'object' && state.ok && state.value.kind === 'mint' ? state.value.mint : null
  const claims = [mint?.symbol, mint?.name].filter((text) => text)
  if (claims.length === 0) return <p>{words.about}</p>
  return (
    <p>
      <bdi className="font-semibold text-ink">{claims.join(' · ')}</bdi> <span>{words.claimed}</span>
    </p>
  )
}

export function MintPanel({ state, ...props }: PanelProps & { state: Loaded }) {
  if (typeof state === 'string') {
    return <NoChainNode title={words.noDetails} asks={state} shows={words.detailsShown} />
  }
  if (!state.ok) {
    return (
      <div className="pb-4">
        <StateNotice problem={state.problem} />
      </div>
    )
  }
  const { value } = state
  switch (value.kind) {
    case 'mint':
      return <Details state={value} {...props} />
    case 'absent':
      return (
        <Notice
          title={words.noMint}
          text={props.isRecorded ? words.nothingRecorded : words.nothingThere(value.slot)}
          className="mb-4 max-w-prose"
        />
      )
    case 'other':
      return (
        <Notice
          title="Not a mint"
          text={
            <>
              <span>{words.otherProgram(value.slot, value.why)}</span>{' '}
              <Identifier text={value.program} what="program" short /> <KnownName address={value.program} />
            </>
          }
          className="mb-4 max-w-prose"
        />
      )
    default:
      return value satisfies never
  }
}

function Details({
  state: { mint, pools, firstPool, slot },
  isRecorded,
  cluster,
}: PanelProps & { state: Extract<MintState, { kind: 'mint' }> }) {
  const info = mint.decimals > MAX_DECIMALS ? undefined : mint
  const isLight = mint.program === TOKEN_PROGRAM
  const extensions = describeExtensions(mint.extensions, info?.decimals ?? 0)
  return (
    <section aria-label="Mint" className="panel mb-4 p-4">
      <div className="grid gap-x-8 lg:grid-cols-2">
        <dl className="facts content-start">
          <Fact name="Supply">
            <ExactTokens amount={mint.supply} info={info} copy="supply" brief />
          </Fact>
          <Fact name="Decimals">
            <span className="number">{mint.decimals}</span>
          </Fact>
          <Fact name="Mint authority">
            <Authority of={mint.mintAuthority} none={words.noMintAuthority} cluster={cluster} />
          </Fact>
          <Fact name="Freeze authority">
            <Authority of={mint.freezeAuthority} none={words.noFreezeAuthority} cluster={cluster} />
          </Fact>
          <Fact name="Program">
            <Identifier text={mint.program} what="program" short /> <KnownName address={mint.program} />
          </Fact>
        </dl>
        <dl className="facts content-start">
          <Metadata mint={mint} />
          <Fact name="Extensions">
            {isLight ? (
              <span className="text-muted">{words.extensionsOfLight}</span>
            ) : extensions.length === 0 ? (
              'None'
            ) : (
              <ul>
                {extensions.map(({ name, parts }) => (
                  <li key={name}>
                    <span className="font-medium">{name}</span>
                    {parts.map((part) => (
                      <span key={part.name}>
                        <span className="text-muted">{`${part === parts[0] ? ':' : ','} ${part.name} `}</span>
                        {'text' in part ? (
                          <span>{part.text}</span>
                        ) : (
                          <Authority of={part.key} none="nobody" cluster={cluster} copy={false} />
                        )}
                      </span>
                    ))}
                  </li>
                ))}
              </ul>
            )}
          </Fact>
          {!isLight && (
            <Fact name="Pool accounts">
              {pools.length > 0 ? (
                <ul>
                  {pools.map(({ address, amount }) => (
                    <li key={address} className="flex flex-wrap items-baseline gap-x-2">
                      <Identifier text={address} what="pool account" short />
                      {amount === null ? (
                        <span className="text-doubt">{words.notPool}</span>
                      ) : (
                        <ExactTokens amount={amount} info={info} brief />
                      )}
                    </li>
                  ))}
                </ul>
              ) : isRecorded ? (
                <>
                  <Identifier text={firstPool} what="pool account" short />{' '}
                  <span className="text-muted">{words.poolsNotRecorded}</span>
                </>
              ) : (
                words.noPool
              )}
            </Fact>
          )}
        </dl>
      </div>
      <p className="pt-2 text-sm text-muted">
        <span>{isRecorded ? words.fromRecording : words.fromNode(slot)}</span>{' '}
        {!isLight && <span>{words.poolsAbout}</span>}
      </p>
    </section>
  )
}

function Metadata({ mint: { uri, source } }: { mint: MintFacts }) {
  if (source === null) return <Fact name="Metadata">None</Fact>
  return (
    <Fact name="Metadata URI">
      {uri === null ? (
        'None'
      ) : (
        <>
          <bdi className="wrap-anywhere">{escapeInvisible(uri)}</bdi>
          <CopyButton text={uri} what="metadata URI" /> <span className="text-muted">{words.uriClaim}</span>
        </>
      )}
    </Fact>
  )
}

function Authority({
  of,
  none,
  cluster,
  copy = true,
}: {
  of: string | null
  none: string
  cluster: Cluster
  copy?: boolean
}) {
  if (of === null) return <span className="text-muted">{none}</span>
  return (
    <>
      <Identifier text={of} what="address" href={walletHref(of, {}, cluster)} short copy={copy} />
      <span className="ms-1 empty:hidden">
        <KnownName address={of} />
      </span>
    </>
  )
}
