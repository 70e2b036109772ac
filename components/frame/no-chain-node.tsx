import { Notice } from '../ui/notice'

export function NoChainNode({ title, asks, shows }: { title: string; asks: string; shows: string }) {
  const text =
    asks === 'crawler'
      ? 'Crawlers and previews get no details: reading them takes requests to a Solana node.'
      : `No Solana node is configured for this network. With one, this page shows ${shows}.`
  return <Notice title={title} text={text} className="mb-4 max-w-prose" />
}
