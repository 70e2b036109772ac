// Preloaded into the explorer's process by soak.mjs: on SIGUSR2 it writes what the process holds, after a collection.
const fs = require('node:fs')

process.on('SIGUSR2', () => {
  global.gc?.()
  /** @type {Record<string, number>} */
  const counts = {}
  for (const kind of process.getActiveResourcesInfo()) counts[kind] = (counts[kind] ?? 0) + 1
  const { rss, heapUsed, external } = process.memoryUsage()
  const file = `${process.env.RESOURCE_REPORTS}/${process.pid}.json`
  fs.writeFileSync(`${file}.new`, JSON.stringify({ rss, heapUsed, external, counts }))
  fs.renameSync(`${file}.new`, file)
})
