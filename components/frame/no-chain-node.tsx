import { Notice } from '../ui/notice'
import * as words from './words-server'

export function NoChainNode({ title, asks, shows }: { title: string; asks: string; shows: string }) {
  const text = asks === 'crawler' ? words.noNodeForCrawlers : words.noNode(shows)
  return <Notice title={title} text={text} className="mb-4 max-w-prose" />
}
