vcl 4.1;

import std;

# A cache in front of the whole site, and the rules for any CDN: keep pictures and hashed files for everyone, without their
# cookies, and pass everything else on. BACKEND_HOST and BACKEND_PORT: Caddy, or a server. Each server needs one more in
# TRUSTED_PROXIES. Varnish speaks plain HTTP: TLS ends in front of it.

backend default {
    .host = "${BACKEND_HOST}";
    .port = "${BACKEND_PORT}";
}

sub vcl_recv {
    if (req.http.Upgrade ~ "(?i)websocket") {
        return (pipe);
    }
    if (req.method != "GET" && req.method != "HEAD") {
        return (pass);
    }
    # One address for one version of a picture: other queries would let a visitor fill the cache, or ask for another try. The
    # server marks the answer for a made-up version as private.
    if (req.url ~ "^/api/nft/0x[0-9a-fA-F]{40}/(0|[1-9][0-9]{0,77})/image(\?size=(256|512|1024)(&v=[im][0-9a-z]{9})?)?$" || req.url ~ "^/assets/[^?]+$") {
        unset req.http.Cookie;
        unset req.http.Authorization;
        return (hash);
    }
    return (pass);
}

sub vcl_hash {
    # Without the host and the case of an address, which visitors choose.
    if (req.url ~ "^/api/") {
        hash_data(std.tolower(req.url));
    } else {
        hash_data(req.url);
    }
    return (lookup);
}

sub vcl_pipe {
    set bereq.http.Upgrade = req.http.Upgrade;
    set bereq.http.Connection = req.http.Connection;
    return (pipe);
}

sub vcl_backend_response {
    # Not this picture's version. Keep no note of it either, or made-up versions would fill the memory.
    if (bereq.url ~ "&v=" && beresp.http.Cache-Control !~ "public") {
        set beresp.uncacheable = true;
        set beresp.ttl = 0s;
        set beresp.grace = 0s;
        set beresp.keep = 0s;
        return (deliver);
    }
    # A picture that is missing or can't be read now may be there in a minute.
    if (beresp.status != 200 || beresp.http.Set-Cookie || beresp.http.Cache-Control !~ "public") {
        set beresp.uncacheable = true;
        # Requests for it don't wait for each other until then.
        set beresp.ttl = 60s;
        return (deliver);
    }
    # For a week more while no server answers, as `stale-while-revalidate` says.
    return (deliver);
}
