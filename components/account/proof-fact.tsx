import type { RowProof } from '@/lib/account/proof/contract'
import { type Cluster, helpHref } from '@/lib/page/address'
import { Link } from '../ui/link'
import { Fact } from './fact'

/** By reason. docs/proof.md. */
const WORDS: Readonly<Record<RowProof['reason'], string>> = {
  content: 'It proves what the account holds, not membership in the state tree.',
  token_fields: 'The extension data is not part of it. It proves content, not membership in the state tree.',
  account: 'Owner, lamports, address, tree, leaf index, discriminator and data hash make another hash.',
  data: 'The bytes make another data hash.',
  token: 'The token fields are not those of the bytes.',
  bytes: 'The account’s fields match the hash. How its program hashes the bytes is not known.',
  slice: 'The account’s fields match the hash. Only a part of the bytes was requested.',
  programs: 'This is a token account of the programs until August 2024.',
  unreadable: 'A field is not base58 of 32 bytes.',
  not_checked: 'There was no time to check it.',
}

const RESULTS: Readonly<Record<RowProof['result'], readonly [chip: string, text: string]>> = {
  matches: ['chip-live', 'content matches the hash'],
  differs: ['chip-fail font-semibold', 'wrong: does not match the hash'],
  cannot_tell: ['', 'unknown'],
}

export function ProofFact({ proof: { result, reason }, cluster }: { proof: RowProof; cluster: Cluster }) {
  return (
    <Fact name="Proof">
      <ProofChip result={result} /> <span className="text-muted">{WORDS[reason]}</span>{' '}
      <Link href={`${helpHref(cluster)}#proof`}>About proof</Link>
    </Fact>
  )
}

export function ProofChip({ result }: { result: RowProof['result'] }) {
  const [chip, text] = RESULTS[result]
  return <span className={`chip ${chip}`}>{text}</span>
}
