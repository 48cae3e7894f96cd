#!/usr/bin/env bash
# Regenerates apps/server/fonts: the used weights of each family with characters (coverage.txt) and
# license. Only for new font versions: the result is committed. Needs Debian's libharfbuzz-bin,
# fontconfig and fonts-noto-cjk (Noto Sans CJK 2.004), and npm.
set -euo pipefail
fonts=$(cd "$(dirname "$0")/.." && pwd)/apps/server/fonts
cjk=${NOTO_CJK:-/usr/share/fonts/opentype/noto}
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT

# In fallback order. "+" means a separate bold file, "italic" an italic file, ranges restrict the
# characters.
families='
noto-sans@0.4.2 + italic
vazirmatn@0.4.1 +
noto-sans-arabic@0.4.3 +
noto-sans-hebrew@0.4.1 +
noto-sans-thaana@0.4.2 +
noto-sans-armenian@0.4.2 +
noto-sans-georgian@0.4.3 +
noto-sans-ethiopic@0.4.2 +
noto-sans-devanagari@0.4.1 +
noto-sans-bengali@0.4.4 +
noto-sans-gurmukhi@0.4.1 +
noto-sans-gujarati@0.4.2 +
noto-sans-oriya@0.4.2 +
noto-sans-tamil@0.4.3 +
noto-sans-telugu@0.4.2 +
noto-sans-kannada@0.4.3 +
noto-sans-malayalam@0.4.2 +
noto-sans-sinhala@0.4.2 +
noto-sans-thai@0.4.2 +
noto-sans-lao@0.4.2 +
noto-sans-khmer@0.4.3 +
noto-sans-myanmar@0.4.2 +
cjk
noto-sans-symbols-2@0.4.1 2190-2BFF,1F780-1F7FF
noto-emoji@0.4.7
'
# Preferred certificate fonts by weight. The families above are fallbacks.
faces='
source-sans-3@0.4.1 400Regular 400Regular_Italic 600SemiBold
source-serif-4@0.4.1 400Regular 400Regular_Italic 600SemiBold
cormorant-garamond@0.4.1 600SemiBold
amiri@0.4.1 400Regular 700Bold
'
packages=$(echo "$families$faces" | sed -n 's/^\([a-z].*@[^ ]*\).*/@expo-google-fonts\/\1/p')
# shellcheck disable=SC2086
npm install --no-save --no-audit --no-fund --prefix "$work" $packages >/dev/null

rm -rf "$fonts"; mkdir -p "$fonts"
licence() { grep -m1 '^Copyright' "$1"; }
echo "$families" | while read -r package rest; do
  [ -n "$package" ] || continue
  if [ "$package" = cjk ]; then
    # One file contains Chinese, Japanese and Korean forms, selected by language (locl). Vertical
    # forms are dropped.
    for weight in Regular Bold; do
      hb-subset "$cjk/NotoSansCJK-$weight.ttc" --face-index=2 --unicodes='*' --no-hinting --drop-tables=BASE,VORG,vhea,vmtx \
        --layout-features=ccmp,locl,mark,mkmk,liga,ljmo,vjmo,tjmo --output-file="$fonts/NotoSansCJK-$weight.otf"
    done
    echo "Noto Sans CJK: Copyright 2014-2021 Adobe (http://www.adobe.com/), with Reserved Font Name 'Source'; without hinting and vertical forms" >>"$work/copyright"
    first="$fonts/NotoSansCJK-Regular.otf"
  else
    home="$work/node_modules/@expo-google-fonts/${package%@*}"
    regular=$(echo "$home"/400Regular/*.ttf); name=$(basename "$regular" _400Regular.ttf); first="$fonts/$name-Regular.ttf"
    case $rest in
      '+'*) cp "$regular" "$first"; cp "$home/700Bold/${name}_700Bold.ttf" "$fonts/$name-Bold.ttf" ;;
      '') cp "$regular" "$first" ;;
      *) hb-subset "$regular" --unicodes="$rest" --output-file="$first" ;;
    esac
    case $rest in *italic) cp "$home/400Regular_Italic/${name}_400Regular_Italic.ttf" "$fonts/$name-Italic.ttf" ;; esac
    family=$(fc-query --format '%{family[0]}' "$first")
    echo "$family: $(licence "$home/LICENSE_FONT")$(case $rest in [0-9]*) echo "; only U+$rest" ;; esac)" >>"$work/copyright"
    licence_text="$home/LICENSE_FONT"
  fi
  printf '%s\t%s\n' "$(fc-query --format '%{family[0]}' "$first")" "$(fc-query --format '%{charset}' "$first")" >>"$fonts/coverage.txt"
  [ -z "${licence_text:-}" ] || cp "$licence_text" "$work/licence"
done
echo "$faces" | while read -r package weights; do
  [ -n "$package" ] || continue
  home="$work/node_modules/@expo-google-fonts/${package%@*}"; first=
  for weight in $weights; do
    font=$(echo "$home/$weight"/*.ttf); file=$(basename "$font" .ttf)
    # Source_400Regular_Italic becomes Source-Italic, like the families.
    style=${weight##*[0-9]}; file="$fonts/${file%%_*}-${style#Regular_}.ttf"
    cp "$font" "$file"; first=${first:-$file}
  done
  family=$(fc-query --format '%{family[0]}' "$first")
  printf '%s\t%s\n' "$family" "$(fc-query --format '%{charset}' "$first")" >>"$fonts/faces.txt"
  echo "$family: $(licence "$home/LICENSE_FONT")" >>"$work/copyright"
done
{
  echo 'The fonts in this folder, each under the SIL Open Font License 1.1 below:'; echo
  cat "$work/copyright"; echo; sed -n '/^-----/,$p' "$work/licence"
} >"$fonts/OFL.txt"
