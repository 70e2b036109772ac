import path from 'node:path'

const { PATH = '', HOME = '', LOCALAPPDATA, ProgramFiles, 'ProgramFiles(x86)': ProgramFilesX86 } = process.env

/** The headless shell first: a journey costs less than half the processor time. */
const NAMES = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

const FOLDERS = [...PATH.split(path.delimiter).filter(path.isAbsolute), '/usr/bin', '/usr/local/bin', '/snap/bin']

const APPLICATIONS = ['Google Chrome', 'Chromium'].flatMap((name) =>
  ['/Applications', `${HOME}/Applications`].map((folder) => `${folder}/${name}.app/Contents/MacOS/${name}`),
)

const WINDOWS = [ProgramFiles, ProgramFilesX86, LOCALAPPDATA].flatMap((folder) =>
  folder ? ['Google\\Chrome', 'Chromium'].map((name) => `${folder}\\${name}\\Application\\chrome.exe`) : [],
)

export const SYSTEM_BROWSERS = [
  ...new Set(NAMES.flatMap((name) => FOLDERS.map((folder) => path.join(folder, name)))),
  '/opt/google/chrome/chrome',
  '/usr/lib/chromium/chromium',
  ...APPLICATIONS,
  ...WINDOWS,
]
