// A continuous list of 20,000 rows in a real browser: scrolled from its first row to its last while it loads.
import os from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { chromium } from '@playwright/test'
import { bundle } from '../scripts/bundle.mjs'
import { root, withLeafscan } from './processes.mjs'
import { rounded } from './report.mjs'

export const title = 'a continuous list of 20,000 rows: tasks while scrolling, memory, the place after a reload'

const ROWS = 20_000

/** Milliseconds that a task may take while scrolling, and megabytes (10^6 bytes) of JavaScript heap after collection. */
const TASK_MS = 50
const HEAP_MB = 60

/** Pixels a frame: about fifteen screens a second at 60 frames. */
const PIXELS_A_FRAME = 200

export async function run() {
  await bundle('bench/long-list.ts', 'dist/bench-long-list.mjs')
  const { startLongList, launchOptions } = await import(
    pathToFileURL(path.join(root, 'dist', 'bench-long-list.mjs')).href
  )
  const indexer = await startLongList(ROWS)
  const browser = await chromium.launch(launchOptions())
  try {
    return await withLeafscan(({ url }) => measure(browser, `${url}/owner/${indexer.owner}?mode=continuous`), {
      INDEXER_URL: indexer.url,
    })
  } finally {
    await browser.close()
    await indexer.stop()
  }
}

async function measure(browser, address) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await page.addInitScript(() => {
    window.longTasks = []
    new PerformanceObserver((list) => {
      for (const { startTime, duration } of list.getEntries()) window.longTasks.push({ startTime, duration })
    }).observe({ type: 'longtask', buffered: true })
  })
  await page.goto(address)
  await page.locator('.sheet-long').waitFor()
  await page.getByText('1,050 rows loaded', { exact: true }).waitFor()

  // Processor time of tasks, beside the time on the clock: other work on the machine stretches the one, not the other.
  await browser.startTracing(page, { categories: ['toplevel', 'blink.user_timing'] })
  const scrolled = await page.evaluate(scrollToEnd, { pixels: PIXELS_A_FRAME, rows: ROWS })
  const trace = JSON.parse(String(await browser.stopTracing()))
  const longest = Math.max(0, ...scrolled.longTasks)
  const longestCpu = longestTaskCpu(trace.traceEvents)

  await devtools.send('HeapProfiler.collectGarbage')
  await devtools.send('HeapProfiler.collectGarbage')
  const { usedSize } = await devtools.send('Runtime.getHeapUsage')
  const heap = usedSize / 1e6

  // Back to somewhere in the middle, then the page again from its link.
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight * 0.6))
  await page.waitForURL(/at=1[12]\d{3}:/)
  const row = Number(/at=(\d+):/.exec(page.url())[1])
  const began = performance.now()
  await page.reload()
  await page.waitForFunction(isFirstRow, row, { timeout: 60_000 })
  const backMs = performance.now() - began

  const busy = os.loadavg()[0] > os.availableParallelism()
  const missed = []
  if (scrolled.rows !== ROWS) missed.push(`${scrolled.rows} rows were reached instead of ${ROWS}`)
  if ((busy ? Math.min(longest, longestCpu) : longest) > TASK_MS)
    missed.push(`a task of ${rounded(longest)} ms while scrolling, at most ${TASK_MS}`)
  if (heap > HEAP_MB) missed.push(`${rounded(heap, 1)} MB of heap, at most ${HEAP_MB}`)
  const { seconds, frames, slowFrames, longTasks } = scrolled
  return {
    tables: [
      {
        title: `20,000 rows, ${PIXELS_A_FRAME} pixels a frame, from the first to the last while they load`,
        columns: ['what', 'measured', 'at most'],
        rows: [
          ['rows reached', scrolled.rows, ''],
          ['seconds of scrolling', rounded(seconds, 1), ''],
          ['frames', frames, ''],
          ['frames later than 50 ms', slowFrames, ''],
          ['tasks over 50 ms by the clock', longTasks.length, busy ? '' : 0],
          ['longest of them, ms', rounded(longest, 0), busy ? '' : TASK_MS],
          ['longest task in processor time, ms', rounded(longestCpu, 1), TASK_MS],
          ['most rows in the document', scrolled.mostDrawn, ''],
          ['heap after collection, MB', rounded(heap, 1), HEAP_MB],
          [`back at row ${row.toLocaleString('en-US')} after a reload, ms`, rounded(backMs, 0), ''],
        ],
      },
    ],
    notes: [
      'Real Chromium, 1280 x 800. Tasks by the clock are those of PerformanceObserver; processor time is from a trace.',
      ...(busy ? ['The machine was busy: the processor time of tasks decides, not the clock.'] : []),
    ],
    missed,
  }
}

/** In the page: scrolls a little every frame until the last row is there. */
async function scrollToEnd({ pixels, rows }) {
  performance.mark('scrolling')
  const from = performance.now()
  let frames = 0
  let slowFrames = 0
  let mostDrawn = 0
  let last = from
  const atEnd = () => {
    const status = document.querySelector('nav[aria-label="Pages"]').textContent
    return /End of list/.test(status) && scrollY + innerHeight >= document.documentElement.scrollHeight - 2
  }
  while (!atEnd() && performance.now() - from < 300_000) {
    await new Promise(requestAnimationFrame)
    const now = performance.now()
    frames++
    if (now - last > 50) slowFrames++
    last = now
    scrollBy(0, pixels)
    if (frames % 30 === 0) mostDrawn = Math.max(mostDrawn, document.querySelectorAll('tr.row').length)
  }
  const reached = [...document.querySelectorAll('tr[aria-rowindex]')].at(-1)?.getAttribute('aria-rowindex')
  performance.mark('scrolled')
  // Entries arrive a moment after their task.
  await new Promise((resolve) => setTimeout(resolve, 200))
  return {
    rows: atEnd() ? Number(reached) - 1 : Math.min(rows - 1, Number(reached) - 1),
    seconds: (last - from) / 1000,
    frames,
    slowFrames,
    mostDrawn,
    longTasks: window.longTasks.filter(({ startTime }) => startTime >= from).map(({ duration }) => duration),
  }
}

/** In the page: true when the bar says that this row stands first on the screen. */
function isFirstRow(row) {
  const text = document.querySelector('nav[aria-label="Pages"]')?.textContent ?? ''
  return Number(/^Row ([\d,]+)/.exec(text)?.[1]?.replaceAll(',', '')) === row
}

/** Longest processor time of a task on the page's main thread between the marks, in milliseconds. */
function longestTaskCpu(events) {
  const mains = new Set(
    events
      .filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid} ${tid}`),
  )
  const at = (mark) => events.find(({ name, cat }) => name === mark && cat.includes('user_timing'))?.ts
  const [from, to] = [at('scrolling'), at('scrolled')]
  // Not those that the tracing itself costs at its start.
  const tasks = events.filter(
    ({ name, ph, pid, tid, ts }) =>
      ph === 'X' && /RunTask$/.test(name) && mains.has(`${pid} ${tid}`) && ts >= from && ts <= to,
  )
  if (tasks.length === 0) throw new Error('the trace holds no task of the page')
  return tasks.reduce((most, { tdur = 0 }) => Math.max(most, tdur / 1000), 0)
}
