vcl 4.1;

# Leafscan behind Varnish 6.6 or newer: HTTP cache, probes, stale answers through faults.
#
# Varnish ends no TLS and counts no clients: put a load balancer, hitch or nginx in front for both.
# Lines that end in "# yours" name addresses of one installation and are all that is meant to be edited.
# Tests of this folder run this file, at night before three explorers, with only those lines changed.
# Start: varnishd -f /etc/varnish/leafscan.vcl -a :80 -s malloc,512m

import directors;
import std;

# An explorer that drains or hangs says so here; one that lost its indexer does not, since all of them share that one.
probe ready {
    .url = "/readyz";
    .interval = 1s;
    .timeout = 2s;
    .window = 3;
    .threshold = 2;
    .initial = 2;
}

# Every explorer process, each also in vcl_init. An explorer answers within 8 s, whatever its indexer does.
backend explorer_1 {
    .host = "127.0.0.1"; # yours
    .port = "3000"; # yours
    .probe = ready;
    .connect_timeout = 1s;
    .first_byte_timeout = 10s;
    .between_bytes_timeout = 10s;
}
# more explorers # yours

sub vcl_init {
    new explorers = directors.round_robin();
    explorers.add_backend(explorer_1);
    # explorers.add_backend(explorer_2); # yours

    # The same ones in a fixed order for each address: two tries of one question never meet the same explorer.
    new others = directors.shard();
    others.add_backend(explorer_1);
    # others.add_backend(explorer_2); # yours
}

sub vcl_recv {
    set req.backend_hint = explorers.backend();

    if (req.method != "GET" && req.method != "HEAD" && req.method != "OPTIONS") {
        return (synth(405));
    }
    # For load balancers, not for the public: a request here would be answered by one explorer out of several.
    if (req.url ~ "^/(healthz|readyz)(\?|$)") {
        return (synth(404));
    }

    if (req.restarts == 0) {
        unset req.http.X-Stale-On-Error;
        set req.http.X-Request-Id = "varnish-" + req.xid;
        set req.http.X-Forwarded-For = client.ip;
        unset req.http.X-Forwarded-Host;
        unset req.http.X-Forwarded-Proto;
        unset req.http.X-Forwarded-Port;
        unset req.http.Forwarded;
        # What the framework takes for its own words. VCL knows no wildcards: the names that Next.js 16.4 reads.
        unset req.http.X-Middleware-Subrequest;
        unset req.http.X-Middleware-Subrequest-Id;
        unset req.http.X-Middleware-Prefetch;
        unset req.http.X-Middleware-Rewrite;
        unset req.http.X-Middleware-Redirect;
        unset req.http.X-Middleware-Refresh;
        unset req.http.X-Middleware-Next;
        unset req.http.X-Middleware-Skip;
        unset req.http.X-Middleware-Cache;
        unset req.http.X-Middleware-Invoke;
        unset req.http.X-Middleware-Override-Headers;
        unset req.http.X-Middleware-Set-Cookie;
        unset req.http.X-Nextjs-Data;
        unset req.http.X-Nextjs-Cache;
        unset req.http.X-Nextjs-Postponed;
        unset req.http.X-Nextjs-Prerender;
        unset req.http.X-Nextjs-Redirect;
        unset req.http.X-Nextjs-Rewrite;
        unset req.http.X-Nextjs-Rewritten-Path;
        unset req.http.X-Nextjs-Rewritten-Query;
        unset req.http.X-Nextjs-Matched-Path;
        unset req.http.X-Nextjs-Request-Id;
        unset req.http.X-Nextjs-Html-Request-Id;
        unset req.http.X-Next-Resume-State-Length;
        unset req.http.X-Next-Revalidated-Tags;
        unset req.http.X-Next-Revalidate-Tag-Token;
        unset req.http.X-Next-Cache-Tags;
        unset req.http.X-Invoke-Path;
        unset req.http.X-Invoke-Query;
        unset req.http.X-Invoke-Output;
        unset req.http.X-Invoke-Status;
        unset req.http.X-Invoke-Error;
        unset req.http.X-Now-Route-Matches;
        unset req.http.X-Matched-Path;
        unset req.http.X-Prerender-Revalidate;
        unset req.http.X-Prerender-Revalidate-If-Generated;
        unset req.http.Next-Action;
        unset req.http.Next-Resume;
        unset req.http.X-Nonce;
        unset req.http.Content-Security-Policy;
        unset req.http.Content-Security-Policy-Report-Only;
        unset req.http.X-HTTP-Method-Override;
        unset req.http.Upgrade;
        # Leafscan sets no cookie and reads none.
        unset req.http.Cookie;
        unset req.http.Authorization;
    }

    # Whole lists go through as they are written.
    if (req.url ~ "^/api/v1/[^?]+/export(\?|$)") {
        return (pass);
    }
    if (req.url ~ "^/api/" && req.method != "OPTIONS") {
        # The API's answer does not depend on how the framework's own client asks for pages.
        unset req.http.RSC;
        unset req.http.Next-Router-State-Tree;
        unset req.http.Next-Router-Prefetch;
        unset req.http.Next-Router-Segment-Prefetch;
        unset req.http.Next-Url;
        return (hash);
    }
    if (req.url ~ "^/_next/static/") {
        return (hash);
    }
    return (pass);
}

# Path and query, and nothing else that a client may choose.
sub vcl_hash {
    hash_data(req.url);
    return (lookup);
}

# A stored answer that is older than it should be. For as long as stale-while-revalidate says it is given out while
# Varnish fetches a new one behind it; after that only when the new one could not be had, for stale-if-error.
sub vcl_hit {
    if (obj.ttl > 0s || req.http.X-Stale-On-Error) {
        return (deliver);
    }
    if (obj.ttl + std.duration(obj.http.X-Stale-While-Revalidate + "s", 0s) > 0s) {
        return (deliver);
    }
    # Not to be had from any explorer: no need to try.
    if (!std.healthy(req.backend_hint)) {
        return (deliver);
    }
    # Looks it up again as if nothing were stored, so that one of all readers fetches.
    set req.grace = 0s;
    set req.http.X-Stale-On-Error = "after a failure";
    return (restart);
}

sub vcl_backend_fetch {
    # A GET has no body.
    unset bereq.body;
    if (bereq.retries > 0) {
        # By turns, a question could come back to the explorer that has just failed it: others ask at the same time.
        set bereq.backend = others.backend(by=URL, alt=bereq.retries - 1, healthy=ALL);
    }
    if (bereq.url ~ "^/api/v1/[^?]+/export(\?|$)") {
        # Nothing may come while the explorer waits for its indexer's plan.
        set bereq.between_bytes_timeout = 60s;
    }
}

sub vcl_backend_response {
    # Pages and everything else that is not stored goes through as it comes.
    set beresp.do_stream = true;
    if (bereq.uncacheable) {
        return (deliver);
    }
    unset beresp.http.Vary;
    unset beresp.http.Set-Cookie;

    # A failure never takes the place of an answer: abandoned, it leaves the old one where it is.
    if (beresp.status >= 500) {
        if (bereq.is_bgfetch || bereq.http.X-Stale-On-Error) {
            return (abandon);
        }
        set beresp.uncacheable = true;
        set beresp.ttl = 0s;
        set beresp.grace = 0s;
        return (deliver);
    }
    if (beresp.http.Cache-Control !~ "s-maxage=[0-9]+" && beresp.http.Cache-Control !~ "immutable") {
        # For this second its readers do not wait for each other.
        set beresp.uncacheable = true;
        set beresp.ttl = 1s;
        return (deliver);
    }
    if (beresp.http.Cache-Control ~ "s-maxage=[0-9]+") {
        # From now: the explorer's Age tells how old the data is, and is not taken off what it allows.
        set beresp.ttl = std.duration(regsub(beresp.http.Cache-Control, ".*s-maxage=([0-9]+).*", "\1s"), 0s);
    }
    set beresp.http.X-Stale-While-Revalidate = "0";
    if (beresp.http.Cache-Control ~ "stale-while-revalidate=[0-9]+") {
        set beresp.http.X-Stale-While-Revalidate =
            regsub(beresp.http.Cache-Control, ".*stale-while-revalidate=([0-9]+).*", "\1");
    }
    set beresp.grace = std.duration(beresp.http.X-Stale-While-Revalidate + "s", 0s);
    if (beresp.http.Cache-Control ~ "stale-if-error=[0-9]+") {
        set beresp.grace =
            std.duration(regsub(beresp.http.Cache-Control, ".*stale-if-error=([0-9]+).*", "\1s"), 0s);
    }
    set beresp.keep = 0s;
    set beresp.do_gzip = beresp.http.Content-Type ~ "json|javascript|text|svg";
    return (deliver);
}

# No answer at all: another explorer may have one.
sub vcl_backend_error {
    if (bereq.retries < 2) {
        return (retry);
    }
    if (bereq.http.X-Stale-On-Error) {
        return (abandon);
    }
    set beresp.status = 503;
    set beresp.http.Retry-After = "5";
    set beresp.http.Cache-Control = "no-store";
    set beresp.http.X-Content-Type-Options = "nosniff";
    set beresp.http.Content-Security-Policy = "default-src 'none'; frame-ancestors 'none'";
    # In the kind of what asks, by its path: people read a page, pictures and feeds are read by programs.
    if (bereq.url ~ "^/badge\.svg(\?|$)") {
        # Badges stand on pages of others, which show what they get, whatever its status.
        set beresp.http.Content-Type = "image/svg+xml";
        set beresp.http.Access-Control-Allow-Origin = "*";
        set beresp.http.Cross-Origin-Resource-Policy = "cross-origin";
        set beresp.body = {"<svg xmlns="http://www.w3.org/2000/svg" width="149" height="20" viewBox="0 0 149 20" role="img" aria-labelledby="title" aria-describedby="description"><title id="title">indexer: explorer down</title><desc id="description">No explorer answers at the moment, so nothing is known of the indexer.</desc><clipPath id="round"><rect width="149" height="20" rx="4"/></clipPath><g clip-path="url(#round)"><rect width="55" height="20" fill="#2f363d"/><rect x="55" width="94" height="20" fill="#a8201a"/></g><g fill="#fff" font-family="Verdana, DejaVu Sans, Geneva, sans-serif" font-size="11"><text x="6" y="14" textLength="43" lengthAdjust="spacingAndGlyphs">indexer</text><text x="61" y="14" textLength="82" lengthAdjust="spacingAndGlyphs">explorer down</text></g></svg>
"};
    } else if (bereq.url ~ "^/badge\.json(\?|$)") {
        set beresp.http.Content-Type = "application/json";
        set beresp.http.Access-Control-Allow-Origin = "*";
        set beresp.http.Cross-Origin-Resource-Policy = "cross-origin";
        set beresp.body = {"{"schemaVersion":1,"label":"indexer","message":"explorer down","color":"a8201a","isError":true}
"};
    } else if (bereq.url ~ "^/(api|_next|preview)/" || bereq.url ~ "^[^?]*(\.(atom|ico|json|png|svg|txt|webmanifest|xml)|/atom)(\?|$)") {
        set beresp.http.Content-Type = "application/problem+json";
        set beresp.http.Access-Control-Allow-Origin = "*";
        set beresp.body = {"{"type":"about:blank","title":"Explorer unreachable","status":503,"code":"explorer_unreachable","detail":"No explorer answers at the moment.","retryable":true,"retryAfterMs":5000}
"};
    } else {
        set beresp.http.Content-Type = "text/html; charset=utf-8";
        set beresp.body = {"<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta http-equiv="refresh" content="5"><title>Leafscan is not responding</title><h1>Leafscan is not responding</h1><p>Retrying in 5 seconds.</p></html>
"};
    }
    set beresp.uncacheable = true;
    set beresp.ttl = 0s;
    set beresp.grace = 0s;
    return (deliver);
}

sub vcl_deliver {
    set resp.http.X-Request-Id = req.http.X-Request-Id;
    if (req.url ~ "^/api/") {
        if (obj.hits > 0 && obj.ttl > 0s) {
            set resp.http.Cache-Status = resp.http.Cache-Status + ", varnish; hit";
        } else if (obj.hits > 0) {
            set resp.http.Cache-Status = resp.http.Cache-Status + ", varnish; hit; detail=stale";
            # An old copy must not become fresh again in a cache further out.
            set resp.http.Cache-Control = "public, max-age=0, s-maxage=1";
        } else {
            set resp.http.Cache-Status = resp.http.Cache-Status + ", varnish; fwd=miss";
        }
        set resp.http.Cache-Status = regsub(resp.http.Cache-Status, "^, ", "");
    }
    unset resp.http.X-Stale-While-Revalidate;
    unset resp.http.X-Varnish;
    unset resp.http.Via;
    unset resp.http.Server;
    return (deliver);
}

sub vcl_synth {
    # The new answer could not be had after all: the stored one, however old within its bounds.
    if (resp.status == 503 && req.http.X-Stale-On-Error && req.restarts == 1) {
        set req.grace = 1y;
        return (restart);
    }
    set resp.http.Content-Type = "text/plain; charset=utf-8";
    set resp.http.Cache-Control = "no-store";
    set resp.http.X-Content-Type-Options = "nosniff";
    unset resp.http.Server;
    unset resp.http.X-Varnish;
    if (resp.status == 405) {
        set resp.http.Allow = "GET, HEAD, OPTIONS";
        set resp.body = {"Only GET, HEAD and OPTIONS are answered here.
"};
    } else {
        set resp.body = {"Nothing is here.
"};
    }
    return (deliver);
}
