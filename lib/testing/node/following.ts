import { onTestFinished } from 'vitest'
import { type Following, followNodes } from './followed'

export async function followingOfTest(...options: Parameters<typeof followNodes>): Promise<Following> {
  const following = await followNodes(...options)
  onTestFinished(() => following.stop().catch(() => undefined))
  return following
}
