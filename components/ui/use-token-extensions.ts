import { lazyModule } from './lazy-module'

export const useTokenExtensions = lazyModule(() => import('./token-extensions'))
