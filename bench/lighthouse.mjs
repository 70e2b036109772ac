// Lighthouse on every page type, mobile preset with simulated throttling, beside a bare page of the same framework in the
// same run. Scores of accessibility, best practices and SEO do not depend on the machine; times do, and are compared.

import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { chromium } from '@playwright/test'
import { SYSTEM_BROWSERS } from '../lib/testing/system-browsers.mjs'
import { withBareApp } from './bare-app.mjs'
import { runToEnd, withLeafscan, withTemporaryFolder } from './processes.mjs'
import { rounded } from './report.mjs'
import { pagesOfSandbox } from './sandbox.mjs'

export const title = 'Lighthouse mobile, beside a bare page of the same framework'

const VERSION = '12.8.2'

/** Runs of each page; the median of each figure counts. */
const RUNS = 5

/**
 * design.md 7. Times: how much more than the bare page in the same run. Of the LCP the two fonts take about 490 ms in the
 * slow network that is simulated, fetched ahead or not; without them pages were 50 to 85 ms over.
 */
const MIN_PERFORMANCE = 98
const MAX_LCP_MS = 650
const MAX_TBT_MS = 50

const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo']

const FLAGS = ['--headless=new', '--no-sandbox', '--disable-gpu']

export async function run() {
  const cli = install()
  if (cli === null) return { skipped: `Lighthouse ${VERSION} is not there and could not be installed.` }
  const browser = browserPath()
  if (browser === null) return { skipped: 'There is no Chromium or Chrome.' }
  return withBareApp((bare) =>
    withLeafscan(async ({ url, indexerUrl }) => {
      const ours = await pagesOfSandbox(indexerUrl)
      /** @type {[label: string, url: string, isIndexed: boolean][]} */
      const pages = [
        ['bare page', bare.url, false],
        ...ours.map(([label, path, isIndexed]) => [label, url + path, isIndexed]),
      ]
      const seen = new Map(pages.map(([label]) => [label, []]))
      // Round by round: what else the machine does falls on all pages alike.
      for (let n = 0; n < RUNS; n++) {
        for (const [label, at] of pages) seen.get(label).push(await auditAgain(cli, browser, at))
      }
      return report(pages, seen)
    }),
  )
}

function report(pages, seen) {
  const figures = new Map([...seen].map(([label, runs]) => [label, medians(runs)]))
  const bare = figures.get('bare page')
  const missed = []
  const rows = pages.map(([label, , isIndexed]) => {
    const of = figures.get(label)
    const [overLcp, overTbt] = [of.lcp - bare.lcp, of.tbt - bare.tbt]
    if (label !== 'bare page') {
      const whole = ['accessibility', 'best-practices', ...(isIndexed ? ['seo'] : [])]
      for (const name of whole)
        if (of[name] < 100) missed.push(`${label}: ${name} ${of[name]}, not 100 (${of.faults.join(', ')})`)
      if (of.performance < MIN_PERFORMANCE)
        missed.push(`${label}: performance ${of.performance}, not ${MIN_PERFORMANCE}`)
      if (overLcp > MAX_LCP_MS)
        missed.push(`${label}: LCP ${rounded(overLcp)} ms over the bare page, at most ${MAX_LCP_MS}`)
      if (overTbt > MAX_TBT_MS)
        missed.push(`${label}: TBT ${rounded(overTbt)} ms over the bare page, at most ${MAX_TBT_MS}`)
      if (of.cls > 0) missed.push(`${label}: CLS ${of.cls}, not 0`)
    }
    const scores = CATEGORIES.map((name) => (name === 'seo' && !isIndexed ? '–' : of[name]))
    return [label, ...scores, ...[of.lcp, overLcp, of.tbt, overTbt].map((ms) => rounded(ms)), rounded(of.cls, 3)]
  })
  return {
    tables: [
      {
        title: `Scores and times in ms, medians of ${RUNS} runs; over: beside the bare page`,
        columns: ['page', ...CATEGORIES, 'LCP', 'LCP over', 'TBT', 'TBT over', 'CLS'],
        rows,
      },
    ],
    notes: [
      `Lighthouse ${VERSION}, mobile preset (a slow phone on slow 4G, simulated), lists of 50 rows.`,
      `By Lighthouse's own measure (its BenchmarkIndex) this machine had ${rounded(bare.index)} while the bare page was looked at, and times of scripts are told four times slower; Chrome's developer tools take 1,000 for a phone of the middle and 264 for a slow one.`,
      'SEO is not asked of /search and /tx, which search engines are told to leave out, nor of the bare page.',
    ],
    missed,
  }
}

/** Lighthouse now and then misses the beginning of its own recording, and says to run it again. */
async function auditAgain(cli, browser, url, tries = 3) {
  try {
    return await audit(cli, browser, url)
  } catch (error) {
    if (tries === 1 || !/run Lighthouse again/.test(error.message)) throw error
    return auditAgain(cli, browser, url, tries - 1)
  }
}

/** One look at a page: scores of 0 to 100, times in ms, and the names of audits that cost points. */
async function audit(cli, browser, url) {
  return withTemporaryFolder(async (folder) => {
    const file = path.join(folder, 'report.json')
    const args = [
      cli,
      url,
      '--output=json',
      `--output-path=${file}`,
      `--only-categories=${CATEGORIES.join(',')}`,
      `--chrome-flags=${FLAGS.join(' ')}`,
      '--max-wait-for-load=60000',
      '--quiet',
    ]
    await runToEnd(args, { env: { CHROME_PATH: browser } })
    const { categories, audits, environment } = JSON.parse(fs.readFileSync(file, 'utf8'))
    const faults = CATEGORIES.slice(1).flatMap((name) =>
      categories[name].auditRefs
        .filter(({ id, weight }) => weight > 0 && audits[id].score !== null && audits[id].score < 1)
        .map(({ id }) => id),
    )
    return {
      ...Object.fromEntries(CATEGORIES.map((name) => [name, Math.round(categories[name].score * 100)])),
      lcp: audits['largest-contentful-paint'].numericValue,
      tbt: audits['total-blocking-time'].numericValue,
      cls: audits['cumulative-layout-shift'].numericValue,
      index: environment.benchmarkIndex,
      faults,
    }
  })
}

/** The median of each figure; every fault that was seen. */
function medians(runs) {
  const middle = (name) => runs.map((run) => run[name]).sort((a, b) => a - b)[Math.floor(runs.length / 2)]
  const figures = Object.fromEntries([...CATEGORIES, 'lcp', 'tbt', 'cls', 'index'].map((name) => [name, middle(name)]))
  return { ...figures, faults: [...new Set(runs.flatMap(({ faults }) => faults))] }
}

/**
 * Lighthouse's command, in a folder of its own outside of the repository: it is no dependency of the explorer, and brings
 * many. Installed once. Null where that is not possible.
 */
function install() {
  const folder = path.join(os.tmpdir(), `leafscan-lighthouse-${VERSION}`)
  const cli = path.join(folder, 'node_modules/lighthouse/cli/index.js')
  if (fs.existsSync(cli)) return cli
  fs.mkdirSync(folder, { recursive: true })
  fs.writeFileSync(path.join(folder, 'package.json'), '{ "private": true }')
  const args = ['install', '--no-audit', '--no-fund', '--ignore-scripts', `lighthouse@${VERSION}`]
  const { status } = spawnSync('npm', args, { cwd: folder, stdio: 'ignore', timeout: 180_000 })
  return status === 0 && fs.existsSync(cli) ? cli : null
}

/** The order of lib/testing/browser.ts. */
function browserPath() {
  const found = [process.env.CHROMIUM_PATH, chromium.executablePath(), ...SYSTEM_BROWSERS]
  return found.find((file) => file && fs.existsSync(file)) ?? null
}
