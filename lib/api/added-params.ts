/*
 * Query parameters that monitors, campaigns, chats and feed apps add to our URLs. They are ignored, so that requests share
 * cached answers; any other unknown parameter is refused, because it may be a misspelt one of ours.
 */

/** Matched against a name without its punctuation: `uptime_kuma_cachebuster`, `no-cache`, `dojo.preventCache`. */
const CACHE_BUSTER = /cachebust|bustcache|nocache|(?:prevent|avoid|bypass|skip|disable)cache|cachebreak|cachekill/

const FAMILIES = /^(?:utm|itm|pk|mtm|matomo|piwik|hsa|ga|gad|bsft|vero|oly|at|fb)_|^(?:__cf_chl|__hs|wt\.)/i

const NAMES = new Set(
  [
    '_ __ cb bust buster rand random rnd nonce v ver rev _v _t _ts _dc _r betteruptime',
    'fbclid gclid gclsrc gbraid wbraid dclid msclkid yclid ysclid twclid ttclid li_fat_id igshid igsh sccid epik rdt_cid',
    'irclickid srsltid zanpid ef_id s_kwcid rb_clickid tblci dicbo wickedid _openstat _ga _gl awclid qclid',
    'mibextid sfnsn si ref ref_src ref_url share_id __tn__ __xts__ __twitter_impression openexternalbrowser',
    'isappinstalled nsukey wechat_redirect spm scm trk trackingid li_source',
    'mc_cid mc_eid mc_tc ct_params mkt_tok _hsenc _hsmi hsctatracking hss_channel ml_subscriber ml_subscriber_hash __s _kx',
    'dm_i nr_email_referer elqtrackid elqtrack sc_cid sc_campaign',
    'guccounter guce_referrer guce_referrer_sig ncid xtor cmpid icid s_cid usqp',
  ].flatMap((names) => names.split(' ')),
)

/** Ignored only if the value is a time or a random number. */
const TIME_PARAM = /^(?:t|ts|r|time|timestamp|now|refresh|reload|nc)$/i
const NUMBER = /^\d{1,20}(?:\.\d{1,20})?$/

/** Badge and image-proxy options (shields.io, GitHub): our badge has one style. */
const BADGE_PARAMS = new Set(
  'style logo logocolor logosize label labelcolor color cacheseconds maxage link raw sanitize'.split(' '),
)
const BADGE = /^\/badge\.(?:svg|json)$/

export function isAddedParam(name: string, value: string): boolean {
  const lower = name.toLowerCase()
  if (NAMES.has(lower) || FAMILIES.test(name) || CACHE_BUSTER.test(lower.replace(/[^a-z]/g, ''))) return true
  return TIME_PARAM.test(name) ? NUMBER.test(value) : value === '' && NUMBER.test(name)
}

export function withoutAddedParams(target: string): string {
  const mark = target.indexOf('?')
  if (mark < 0) return target
  const path = target.slice(0, mark)
  const kept = target
    .slice(mark + 1)
    .split('&')
    .filter((written) => {
      const [[name, value] = ['', '']] = new URLSearchParams(written)
      return written !== '' && !isAddedParam(name, value) && !(BADGE.test(path) && BADGE_PARAMS.has(name.toLowerCase()))
    })
  return kept.length === 0 ? path : `${path}?${kept.join('&')}`
}
