// The byte lens on one account of a megabyte: no task may hold up the page for more than 50 ms while it is opened,
// scrolled from end to end, jumped through and selected in. Long tasks by the clock are the browser's own count; the
// budget is held in processor time of the page's main thread, which other work on the machine hardly moves.
import fs from 'node:fs'
import http from 'node:http'
import { chromium } from '@playwright/test'
import { SYSTEM_BROWSERS } from '../lib/testing/system-browsers.mjs'
import { freePort } from '../scripts/free-port.mjs'
import { start, withTemporaryFolder } from './processes.mjs'
import { rounded } from './report.mjs'

export const title = 'the byte lens on a megabyte'

/** Milliseconds that one task may take. design.md 7. */
const BUDGET_MS = 50
const BYTES = 1_048_576
const OWNER = 'SysvarRent111111111111111111111111111111111'
const HASH = '11111111111111111111111111111112'

export async function run() {
  const indexer = await standIn()
  try {
    return await withTemporaryFolder(async (dataDir) => {
      const port = await freePort()
      const env = { PORT: String(port), DATA_DIR: dataDir, INDEXER_URL: indexer.url, INDEXER_PATH: '', HOST: '' }
      const leafscan = await start(['scripts/start.mjs'], 'Leafscan ready:', { env })
      const installed = [chromium.executablePath(), ...SYSTEM_BROWSERS].find((file) => fs.existsSync(file))
      const executablePath = process.env.CHROMIUM_PATH ?? installed
      const browser = await chromium.launch({ ...(executablePath && { executablePath }), args: ['--disable-gpu'] })
      try {
        return await measure(browser, `http://127.0.0.1:${port}/owner/${OWNER}`)
      } finally {
        await browser.close()
        await leafscan.stop()
      }
    })
  } finally {
    indexer.stop()
  }
}

async function measure(browser, url) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } })
  await page.goto(url)
  await page.waitForLoadState('networkidle')
  await page.evaluate(() => {
    globalThis.longTasks = []
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) globalThis.longTasks.push(duration)
    }).observe({ type: 'longtask' })
  })
  const lens = page.getByRole('region', { name: 'Byte lens' })
  const grid = lens.getByRole('grid', { name: 'Bytes' })
  const rows = []
  const missed = []
  const step = async (name, act) => {
    await browser.startTracing(page, { categories: ['toplevel', 'devtools.timeline', '__metadata'] })
    await act()
    // The browser tells of a long task a moment after it.
    await page.waitForTimeout(300)
    const tasks = await page.evaluate(() => globalThis.longTasks.splice(0))
    const busy = taskTimes(await browser.stopTracing())
    const longest = Math.max(0, ...busy)
    rows.push([name, busy.length, rounded(longest, 0), tasks.length, rounded(Math.max(0, ...tasks), 0)])
    if (longest > BUDGET_MS) missed.push(`${name}: a task of ${rounded(longest, 0)} ms, at most ${BUDGET_MS}`)
  }
  // The first trace makes the browser set itself up, in the page's own thread.
  await browser.startTracing(page)
  await browser.stopTracing()
  await step('open the row, load the lens', async () => {
    await page.getByRole('link', { name: `Open account ${HASH}` }).click()
    await grid.waitFor()
  })
  await step('close and open it again', async () => {
    await page.getByRole('link', { name: `Close account ${HASH}` }).click()
    await page.getByRole('link', { name: `Open account ${HASH}` }).click()
    await grid.waitFor()
  })
  await step('60 turns of the wheel', async () => {
    await grid.hover()
    for (let turn = 0; turn < 60; turn++) await page.mouse.wheel(0, 400)
  })
  await step('scroll through all of it in 120 frames', () =>
    grid.evaluate(
      (element) =>
        new Promise((done) => {
          let frame = 0
          const next = () => {
            element.scrollTop = (element.scrollHeight * ++frame) / 120
            if (frame === 120) done()
            else requestAnimationFrame(next)
          }
          requestAnimationFrame(next)
        }),
    ),
  )
  await step('jump to the end, select there', async () => {
    await lens.getByRole('textbox', { name: 'Go to offset' }).fill(String(BYTES - 1))
    await page.keyboard.press('Enter')
    await grid.focus()
    for (let press = 0; press < 16; press++) await page.keyboard.press('Shift+ArrowUp')
  })
  await step('select everything', () => page.keyboard.press('Control+a'))
  for (const view of ['text', 'base58', 'base64', 'hex']) {
    await step(`look at it as ${view}`, () => lens.getByText(view, { exact: true }).first().click())
  }
  return {
    tables: [
      {
        title: 'Tasks of the main thread (budget: at most 50 ms of processor time each)',
        columns: ['step', 'tasks', 'longest, ms of processor', 'over 50 ms by the clock', 'longest, ms by the clock'],
        rows,
      },
    ],
    notes: [`One account of ${BYTES.toLocaleString('en-US')} bytes from an indexer on loopback, in Chromium.`],
    missed,
  }
}

/** Milliseconds of processor time of every task that the page's main thread ran, from a trace of the browser. */
function taskTimes(trace) {
  const { traceEvents } = JSON.parse(trace.toString())
  const main = new Set()
  for (const { name, args, pid, tid } of traceEvents) {
    if (name === 'thread_name' && args.name === 'CrRendererMain') main.add(`${pid} ${tid}`)
  }
  const times = traceEvents
    .filter(
      ({ name, ph, tdur, pid, tid }) => /RunTask$/.test(name) && ph === 'X' && tdur > 0 && main.has(`${pid} ${tid}`),
    )
    .map(({ tdur }) => tdur / 1000)
  if (times.length === 0) throw new Error('the trace names no task of the main thread')
  return times
}

/** An indexer that knows one account. */
async function standIn() {
  const data = Buffer.alloc(BYTES)
  for (let at = 0; at < BYTES; at += 4) data.writeUInt32LE(at, at)
  const account = {
    hash: HASH,
    address: null,
    data: { discriminator: 77, data: data.toString('base64'), dataHash: HASH },
    owner: OWNER,
    lamports: 1,
    tree: OWNER,
    leafIndex: 1,
    seq: 1,
    slotCreated: 1,
  }
  const context = { slot: 300_000_000 }
  const results = {
    getIndexerHealth: 'ok',
    getIndexerSlot: context.slot,
    getCompressedAccountsByOwner: { context, value: { items: [account], cursor: null } },
    getLatestCompressionSignatures: { context, value: { items: [], cursor: null } },
  }
  const server = http.createServer(async (request, response) => {
    const chunks = []
    for await (const chunk of request) chunks.push(chunk)
    const { id, method } = JSON.parse(Buffer.concat(chunks).toString())
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ jsonrpc: '2.0', id, result: results[method] ?? null }))
  })
  const port = await freePort()
  await new Promise((listening) => server.listen(port, '127.0.0.1', listening))
  return {
    url: `http://127.0.0.1:${port}`,
    stop() {
      server.closeAllConnections()
      server.close()
    },
  }
}
