import fs from 'node:fs'
import type http from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { onTestFinished } from 'vitest'
import type { Network } from '@/lib/upstream/networks/networks'
import type { MadeChain } from './node/made-chain'
import { type NodeStandIn, type Script, startNode } from './node/stand-in'
import { type StandIn, type StandInData, startStandIn } from './stand-in/stand-in'
import { networkAt } from './upstream/networks'

/* Removed after afterEach and after the process-wide teardown. */

export function folderOfTest(): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'leafscan-test-'))
  onTestFinished(() => fs.rmSync(folder, { recursive: true, force: true }))
  return folder
}

export async function portOfTest(server: http.Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', 4_096, resolve))
  onTestFinished(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  return (server.address() as AddressInfo).port
}

export async function indexerOfTest(data: Partial<StandInData> = {}): Promise<StandIn> {
  const standIn = await startStandIn(data)
  onTestFinished(() => standIn.stop())
  return standIn
}

export async function standInWith(data: Partial<StandInData> = {}): Promise<{ standIn: StandIn; network: Network }> {
  const standIn = await indexerOfTest(data)
  return { standIn, network: networkAt(standIn.url) }
}

export async function nodeOfTest(chain: MadeChain = [], script: Script | null = null): Promise<NodeStandIn> {
  const node = await startNode(chain)
  node.script = script
  onTestFinished(() => node.close())
  return node
}
