# Two stages: the first builds, the second holds only what runs. `scripts/try-image` performs these
# steps without Docker; it understands exactly the instructions that are used here.
#
# The digest decides which image is used. The tag is for readers. docs/operating.md, "Update the base
# image", explains how to use a newer one.
FROM python:3.11.17-slim-trixie@sha256:45037981b62b34b44602584fccbc4d884d5f7dc92c7ee86bb38a698a79fe1e51 AS base


FROM base AS build

ENV PIP_NO_CACHE_DIR=1 PIP_DISABLE_PIP_VERSION_CHECK=1
WORKDIR /build

# From outside into the environment that runs, so that no installer is in it.
COPY requirements-build.lock requirements-image.lock ./
RUN python -m pip install --require-hashes --requirement requirements-build.lock \
    && python -m venv --without-pip /opt/whistlestop \
    && python -m pip --python /opt/whistlestop/bin/python install --require-hashes --requirement requirements-image.lock

COPY pyproject.toml README.md LICENSE ./
COPY engine ./engine
COPY maps ./maps
COPY render ./render
COPY bot ./bot
RUN python -m pip wheel --no-deps --no-build-isolation --wheel-dir /wheels . \
    && python -m pip --python /opt/whistlestop/bin/python install --no-deps --no-index --find-links /wheels whistlestop


FROM base

LABEL org.opencontainers.image.title="Whistlestop" \
      org.opencontainers.image.description="Railway-ticket board games for Discord communities that are never online together" \
      org.opencontainers.image.licenses="MIT"

# The base image brings an installer of its own; nothing here installs anything any more.
RUN python -m pip uninstall --yes pip setuptools wheel
RUN useradd --system --uid 10001 --user-group --no-create-home whistlestop \
    && install --directory --owner whistlestop --group whistlestop --mode 0700 /data
COPY --from=build /opt/whistlestop /opt/whistlestop

ENV PATH=/opt/whistlestop/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    PYTHONDONTWRITEBYTECODE=1 \
    WHISTLESTOP_DB=/data/whistlestop.db \
    WHISTLESTOP_HEALTH_PORT=8485

# Which commit this is: docker build --build-arg COMMIT=$(git rev-parse HEAD) .
ARG COMMIT=unknown
ENV WHISTLESTOP_COMMIT=$COMMIT

WORKDIR /data
VOLUME /data
USER 10001:10001
STOPSIGNAL SIGTERM

HEALTHCHECK --interval=30s --timeout=10s --start-period=60s --retries=3 \
    CMD ["python", "-m", "bot.ops.health"]

CMD ["python", "-m", "bot"]
