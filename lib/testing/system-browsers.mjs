import path from 'node:path'

const { PATH = '', HOME = '', LOCALAPPDATA, ProgramFiles, 'ProgramFiles(x86)': ProgramFilesX86 } = process.env

/** The one without a window of its own first: a journey costs it less than half the processor time. */
const NAMES = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

const FOLDERS = [...PATH.split(path.delimiter).filter(path.isAbsolute), '/usr/bin', '/usr/local/bin', '/snap/bin']

const APPLICATIONS = ['Google Chrome', 'Chromium'].flatMap((name) =>
  ['/Applications', `${HOME}/Applications`].map((folder) => `${folder}/${name}.app/Contents/MacOS/${name}`),
)

const WINDOWS = [ProgramFiles, ProgramFilesX86, LOCALAPPDATA].flatMap((folder) =>
  folder ? ['Google\\Chrome', 'Chromium'].map((name) => `${folder}\\${name}\\Application\\chrome.exe`) : [],
)

/** Where systems keep a Chromium or Chrome that Playwright can drive, the best first. */
export const SYSTEM_BROWSERS = [
  ...new Set(NAMES.flatMap((name) => FOLDERS.map((folder) => path.join(folder, name)))),
  '/opt/google/chrome/chrome',
  '/usr/lib/chromium/chromium',
  ...APPLICATIONS,
  ...WINDOWS,
]
