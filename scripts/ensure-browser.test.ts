import { expect, it } from 'vitest'
import { ensureBrowser, waysToInstall } from './ensure-browser.mjs'

const OWN = '/own/chrome'
type Known = Pick<NonNullable<Parameters<typeof ensureBrowser>[0]>, 'chosen' | 'systems' | 'asRoot'>
const NONE: Known = { chosen: undefined, systems: ['debian'], asRoot: [] }

function machine(browsers: Record<string, string | null>, known: Partial<Known>, brings: Record<string, string> = {}) {
  const said: string[] = []
  const ran: string[] = []
  const find = () =>
    ensureBrowser({
      ...NONE,
      ...known,
      own: OWN,
      system: ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/snap/bin/chromium', '/opt/google/chrome/chrome'],
      problemWith: async (file) => (file in browsers ? (browsers[file] ?? null) : 'is not there'),
      say: (text) => void said.push(text),
      run: (command) => {
        const at = command.findIndex((word) => word.endsWith('cli.js'))
        const words = [...(at < 0 ? [] : ['playwright']), ...command.slice(at + 1)].join(' ')
        ran.push(words)
        const [, brought] = Object.entries(brings).find(([part]) => words.includes(part)) ?? []
        if (brought) browsers[brought] = null
        return brought !== undefined
      },
    })
  return { find, said, ran }
}

it.each([
  ['CHROMIUM_PATH', { chosen: '/mine' }, { '/mine': null, [OWN]: null }, '/mine'],
  ["Playwright's own", {}, { [OWN]: null, '/usr/bin/chromium': null }, OWN],
  ['a system one', { chosen: '' }, { '/usr/bin/chromium': null }, '/usr/bin/chromium'],
  [
    'the first that starts',
    {},
    {
      [OWN]: 'does not start (libnss3.so)',
      '/usr/bin/chromium': 'is not executable for this user',
      '/usr/bin/chromium-browser': 'does not start (snap)',
      '/snap/bin/chromium': null,
    },
    '/snap/bin/chromium',
  ],
])('takes %s, and installs nothing', async (_, known, browsers, expected) => {
  const { find, ran } = machine(browsers, known)
  expect(await find()).toBe(expected)
  expect(ran).toEqual([])
})

it.each(['is not there', 'is not a file', 'is not executable', 'does not start (bad image)'])(
  'names a CHROMIUM_PATH that %s, and takes no other',
  async (problem) => {
    const { find, ran } = machine({ '/mine': problem, [OWN]: null }, { chosen: '/mine' })
    await expect(find()).rejects.toThrow(
      `CHROMIUM_PATH=/mine ${problem}: name the file of a Chromium or Chrome, or unset it`,
    )
    expect(ran).toEqual([])
  },
)

it("downloads Playwright's own first", async () => {
  const { find, ran, said } = machine({}, {}, { 'install chromium': OWN })
  expect(await find()).toBe(OWN)
  expect(ran).toEqual(['playwright install chromium'])
  expect(said).toEqual(['No Chromium or Chrome starts here.', "Installing Playwright's own build …"])
})

it.each([
  ['root', [], ''],
  ['a sudo without password', ['sudo', '-n'], 'sudo -n '],
])(
  'installs the package of Debian as %s where the download fails, and its list of packages too',
  async (_, asRoot, before) => {
    const { find, ran } = machine({}, { asRoot }, { 'headless-shell fonts': '/usr/bin/chromium' })
    expect(await find()).toBe('/usr/bin/chromium')
    const apt = `${before}env DEBIAN_FRONTEND=noninteractive apt-get -y`
    expect(ran).toEqual([
      'playwright install chromium',
      `${apt} update`,
      `${apt} install --no-install-recommends chromium-headless-shell fonts-dejavu-core`,
    ])
  },
)

it('goes on where what was installed does not start', async () => {
  const browsers = { [OWN]: 'does not start (libnss3.so)' }
  const { find, said } = machine(browsers, {}, { 'recommends chromium fonts': '/usr/bin/chromium' })
  expect(await find()).toBe('/usr/bin/chromium')
  expect(said).toContain(`${OWN} does not start (libnss3.so)`)
})

it('never asks Ubuntu for its package, which waits for a snap', async () => {
  const { find, ran } = machine({}, { systems: ['ubuntu', 'debian'] }, { 'install-deps chromium': OWN })
  expect(await find()).toBe(OWN)
  expect(ran).toEqual(['playwright install chromium', 'playwright install-deps chromium'])
})

it.each([
  [['debian'], 'sudo apt-get install chromium'],
  [['ubuntu', 'debian'], 'npx playwright install --with-deps chromium'],
  [[], 'npx playwright install --with-deps chromium'],
])('without a right to install on %j, one sentence says what to type', async (systems, command) => {
  const { find, ran } = machine({}, { systems, asRoot: null })
  await expect(find()).rejects.toThrow(
    `No Chromium or Chrome starts here and none could be installed: type \`${command}\`, or set CHROMIUM_PATH to the file of one`,
  )
  expect(ran).toEqual(['playwright install chromium'])
})

it('installs with the package manager of Debian and its kin alone', () => {
  const titles = (systems: string[]) => waysToInstall({ systems, asRoot: [] }).map(({ title }) => title)
  expect(titles(['linuxmint', 'ubuntu', 'debian'])).toContain('the package chromium')
  expect(titles(['fedora'])).toEqual(["Playwright's own build"])
})
