'use client'

import type { ComponentProps } from 'react'
import { lazyModule } from '../frame/lazy-module'
import { Identifier } from '../values/identifier'
import type { KnownOwner } from '../values/owner-kind'

const useOwnerKind = lazyModule(() => import('../values/owner-kind'))

/** The owner of a token account that has extensions, as few have: they say whether it is the wallet. */
export function TokenOwner(props: ComponentProps<typeof KnownOwner>) {
  const { module } = useOwnerKind(true)
  if (!module) return <Identifier text={props.owner} what="owner" short />
  return <module.KnownOwner {...props} />
}
