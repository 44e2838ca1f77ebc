# Two stages: the first builds, the second holds only what runs. `scripts/try-image` performs these
# steps without Docker; it understands exactly the instructions that are used here.
FROM python:3.11-slim AS build

ENV PIP_NO_CACHE_DIR=1 PIP_DISABLE_PIP_VERSION_CHECK=1
WORKDIR /build

COPY requirements-build.lock requirements-run.lock ./
RUN python -m pip install --require-hashes --requirement requirements-build.lock \
    && python -m venv /opt/whistlestop \
    && /opt/whistlestop/bin/python -m pip install --require-hashes --requirement requirements-run.lock

COPY pyproject.toml README.md LICENSE ./
COPY engine ./engine
COPY maps ./maps
COPY render ./render
COPY bot ./bot
RUN python -m pip wheel --no-deps --no-build-isolation --wheel-dir /wheels . \
    && /opt/whistlestop/bin/python -m pip install --no-deps --no-index --find-links /wheels whistlestop


FROM python:3.11-slim

RUN useradd --system --uid 10001 --user-group --no-create-home whistlestop \
    && install --directory --owner whistlestop --group whistlestop --mode 0700 /data
COPY --from=build /opt/whistlestop /opt/whistlestop

ENV PATH=/opt/whistlestop/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    PYTHONDONTWRITEBYTECODE=1 \
    WHISTLESTOP_DB=/data/whistlestop.db \
    WHISTLESTOP_HEALTH_PORT=8485

WORKDIR /data
VOLUME /data
USER 10001:10001
STOPSIGNAL SIGTERM

HEALTHCHECK --interval=30s --timeout=10s --start-period=60s --retries=3 \
    CMD ["python", "-m", "bot.health"]

CMD ["python", "-m", "bot"]
