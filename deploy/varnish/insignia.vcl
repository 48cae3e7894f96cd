vcl 4.1;
# Varnish in front of Insignia, which purges it: docs/operate/cdn.md. Debian: varnish and varnish-modules (xkey).
import std;
import xkey;

backend insignia {
  .host = "127.0.0.1";
  .port = "3000";
  .first_byte_timeout = 75s;
  .between_bytes_timeout = 75s;
}

# Where purges come from: the processes of Insignia.
acl purgers {
  "127.0.0.1";
  "::1";
}

sub vcl_recv {
  if (req.method == "POST" && req.url == "/purge") {
    # Put the token of CDN_PURGE_TOKEN here.
    if (client.ip !~ purgers || req.http.Authorization != "Bearer PURGE-TOKEN") {
      return (synth(403));
    }
    set req.http.X-Purged = xkey.purge(req.http.Surrogate-Key);
    return (synth(200, "Purged " + req.http.X-Purged));
  }
  # Signed-in clients and writes bypass the cache. Public documents are requested without cookies.
  if (req.http.Authorization || (req.method != "GET" && req.method != "HEAD")) {
    return (pass);
  }
  # The recipient's session decides what an offer to a wallet needs.
  if (req.url ~ "^/credentials/[^/?]+/offer") {
    return (pass);
  }
  if (req.url ~ "^/(certify-badge/(issuer|badge|award)|credentials|badge|issuer|status|images|assets)/") {
    unset req.http.Cookie;
    return (hash);
  }
  return (pass);
}

sub vcl_backend_response {
  set beresp.http.xkey = beresp.http.Surrogate-Key;
  # Stale documents are never served while a new one is fetched.
  set beresp.grace = 0s;
  # A response without a Surrogate-Key couldn't be purged.
  if (!beresp.http.Surrogate-Key && bereq.url !~ "^/assets/") {
    set beresp.uncacheable = true;
    set beresp.ttl = 0s;
  }
}

sub vcl_deliver {
  # For this cache alone: others on the way hear of no change, and readers count from when they got it.
  set resp.http.Cache-Control = regsub(resp.http.Cache-Control, ", s-maxage=[0-9]+", "");
  unset resp.http.Surrogate-Key;
  unset resp.http.xkey;
  unset resp.http.Age;
}
