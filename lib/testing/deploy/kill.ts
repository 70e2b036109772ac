import { childrenOf } from '@/lib/testing/processes'
import type { Leafscan } from '@/lib/testing/world/leafscan'

/** Ends a whole Leafscan as a lost machine does, without any shutdown work. Needs Linux. */
export async function kill({ process: supervisor }: Leafscan): Promise<void> {
  if (!supervisor.pid) throw new Error('it does not run')
  const ended = new Promise((resolve) => supervisor.once('exit', resolve))
  for (const pid of [...childrenOf(supervisor.pid), supervisor.pid]) process.kill(pid, 'SIGKILL')
  await ended
}
