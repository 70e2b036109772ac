import { type Programs, resolvePrograms } from '../../protocol/light/programs'

/** Newest first. facts/light-events.md 1. */
export const EARLIER_PROGRAMS = [
  {
    compression: 'CbjvJc1SNx1aav8tU49dJGHu8EUdzQJSMtkjDmV8miqK',
    lightSystem: 'H5sFv8VwWmjxHYS2GB4fTDsK7uTtnRT4WiixtHrET3bN',
    token: 'HXVfQ44ATEi9WBKLSCCwM54KokdkzqXci9xCQ7ST9SYN',
  },
  {
    compression: '5QPEJ5zDsVou9FQS3KCauKswM3VwBEBu4dpL9xTqkWwN',
    lightSystem: '6UqiSPd2mRCTTwkzhcs1M6DGYsqHWd5jiPueX3LwDMXQ',
    token: '9sixVEthz2kMSKfeApZXHwuboT6DZuT6crAYJTciUCqE',
  },
] as const

export async function programsUsedBy(accounts: readonly string[], today: Programs): Promise<Programs> {
  if (accounts.includes(today.compression)) return today
  const earlier = EARLIER_PROGRAMS.find(({ compression }) => accounts.includes(compression))
  return earlier ? resolvePrograms(earlier) : today
}
